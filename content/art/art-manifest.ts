export interface ArtFile {
  /** The name in the output folder; it changes with the bytes, so it may be cached for ever. */
  readonly file: string;
  readonly type: 'image/avif' | 'image/webp' | 'image/png' | 'image/svg+xml';
  readonly width: number;
  readonly height: number;
}

/** One picture in all its files, narrow to wide, AVIF before WebP: the order in which a page offers them. */
export interface ArtPicture {
  readonly width: number;
  readonly height: number;
  readonly sources: readonly ArtFile[];
}

export interface ArtManifest {
  /** By scene. */
  readonly gallery: Readonly<Record<string, ArtPicture>>;
  /** By the speaker's name in the content. */
  readonly speakers: Readonly<Record<string, ArtPicture>>;
  /** By the sponsor's id. */
  readonly sponsors: Readonly<Record<string, ArtPicture>>;
  readonly icons: Readonly<Record<IconName, ArtFile>>;
  readonly socialCard: ArtFile;
}

export type IconName = 'favicon' | 'favicon32' | 'appleTouch' | 'icon192' | 'icon512' | 'maskable512';
