import type { SpeakerMarker } from '#domain/program.ts';
import { boolean, integer, pgTable, serial, text } from '../drizzle.ts';
import { bytes, instant } from './columns.ts';

export const speakers = pgTable('speakers', {
  id: serial().primaryKey(),
  name: text().notNull(),
  title: text(),
  bio: text(),
  imageUrl: text('image_url'),
  featured: boolean().notNull().default(false),
  marker: text().$type<SpeakerMarker>(),
  mysteryUntil: instant('mystery_until'),
  position: integer().notNull().default(0),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const speakerPictures = pgTable('speaker_pictures', {
  name: text().primaryKey(),
  content: bytes('content').notNull(),
  createdAt: instant('created_at').notNull(),
});
