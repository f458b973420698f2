/** One stored picture of a record, and the policies that it names, for the forms of other domains. */
export { PictureInput } from './inputs.tsx'
export { PolicyPick } from './policy-pick.tsx'
