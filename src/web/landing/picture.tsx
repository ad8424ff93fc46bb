import type { ArtPicture } from '#contract/art.ts';

/** A picture in the first supported format and the narrowest sufficient width, loaded lazily. `sizes` is as in HTML. */
export function Picture({
  picture,
  alt,
  sizes,
  className,
  isFirstView = false,
}: {
  picture: ArtPicture;
  alt: string;
  sizes?: string;
  className?: string;
  /** In the first view, so it isn't loaded lazily. */
  isFirstView?: boolean;
}) {
  const types = [...new Set(picture.sources.map((source) => source.type))];
  const last = picture.sources.at(-1)!;
  return (
    <picture className="contents">
      {types.slice(0, -1).map((type) => (
        <source key={type} type={type} srcSet={srcSetOf(picture, type)} sizes={sizes} />
      ))}
      <img
        loading={isFirstView ? 'eager' : 'lazy'}
        decoding="async"
        width={picture.width}
        height={picture.height}
        sizes={sizes}
        srcSet={srcSetOf(picture, last.type)}
        src={pathOf(last.file)}
        alt={alt}
        className={className}
      />
    </picture>
  );
}

/** Undefined where there is one file, as with an SVG. */
function srcSetOf(picture: ArtPicture, type: string): string | undefined {
  const files = picture.sources.filter((source) => source.type === type);
  if (files.length < 2) return undefined;
  return files.map(({ file, width }) => `${pathOf(file)} ${width}w`).join(', ');
}

function pathOf(file: string): string {
  return `/assets/${file}`;
}
