/** Form controls for other domains: one stored picture, and the policies of a record. */
export { FilesInput, PictureInput } from './inputs.tsx'
export { PolicyPick } from './policy-pick.tsx'
