import { cheapestOf, offersOf } from './offers.ts';
import { RegistrationForm, type RegistrationFormProps } from './registration-form.tsx';

/** The form; hidden without JavaScript, unless nothing is available: that notice needs no script. */
export function Registration(props: RegistrationFormProps) {
  const { refusal } = cheapestOf(offersOf(props.days));
  return (
    <div className={refusal ? undefined : 'noscript:hidden'}>
      <RegistrationForm {...props} />
    </div>
  );
}
