/** A form to try before it is published. */
export { FormTry } from './form-try.tsx'
