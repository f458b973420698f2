/** One stored picture of a record, for the forms of other domains. */
export { PictureInput } from './inputs.tsx'
