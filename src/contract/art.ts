export interface ArtFile {
  /** The name below `/assets/`. It contains a content hash, so it may be cached forever. */
  readonly file: string;
  readonly type: 'image/avif' | 'image/webp' | 'image/png' | 'image/svg+xml';
  readonly width: number;
  readonly height: number;
}

/** All files of one picture, narrow to wide, AVIF before WebP: the order of the page's `<source>` elements. */
export interface ArtPicture {
  readonly width: number;
  readonly height: number;
  readonly sources: readonly ArtFile[];
}

/** All pictures of the site, as written by the build. */
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

/** The pictures that the landing page shows. */
export type LandingPictures = Pick<ArtManifest, 'gallery' | 'speakers' | 'sponsors'>;

type IconName = 'favicon' | 'favicon32' | 'appleTouch' | 'icon192' | 'icon512' | 'maskable512';
