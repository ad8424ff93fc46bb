import { gallery } from '#content/gallery.ts';
import { cx } from '../ui/cx.ts';
import { useLanding } from './landing-data.tsx';
import { Picture } from './picture.tsx';

/** The day in three pictures, once it is over: the large one and the last two. */
export function HeroPictures() {
  const { pictures } = useLanding();
  const scenes = [gallery[0]!, ...gallery.slice(-2)];
  return (
    <div className="grid grid-cols-2 content-start gap-3 pt-10 pb-12 sm:gap-4 lg:pt-0 lg:pb-20">
      {scenes.map(({ scene }, index) => {
        const picture = pictures.gallery[scene];
        return (
          picture && (
            <div
              key={scene}
              className={cx(
                'aspect-4/3 overflow-hidden bg-tide',
                index === 0 ? 'col-span-2 rounded-panel lg:rounded-tl-[11rem]' : 'rounded-card',
              )}
            >
              <Picture
                picture={picture}
                alt=""
                sizes={index === 0 ? '(min-width: 64rem) 40vw, 92vw' : '(min-width: 64rem) 20vw, 45vw'}
                className="size-full object-cover object-[50%_70%]"
                isFirstView
              />
            </div>
          )
        );
      })}
    </div>
  );
}
