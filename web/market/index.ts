/** The control for a position, for forms of other domains. */
export { PinInput } from './pin-input.tsx'
