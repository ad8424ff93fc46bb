import { cheapestOf, offersOf } from './offers.ts';
import { PriceList } from './price-list.tsx';
import { RegistrationForm, type RegistrationFormProps } from './registration-form.tsx';

/** The form; without JavaScript, a price list instead. While nothing is available, the notice needs no script. */
export function Registration(props: RegistrationFormProps) {
  const { days } = props;
  const { refusal } = cheapestOf(offersOf(days));
  return (
    <>
      {!refusal && <PriceList days={days} />}
      <div className={refusal ? undefined : 'noscript:hidden'}>
        <RegistrationForm {...props} />
      </div>
    </>
  );
}
