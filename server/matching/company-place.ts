import { placeContains, statedPlace } from '../../contract/place.ts'

/**
 * The place of a company: its own statement, else the county that runs the site; undefined when neither is known, and then all policies
 * apply.
 */
export const companyPlace = (answers: Readonly<Record<string, unknown>>, here: string | undefined): string | undefined =>
  statedPlace(answers.regionCode) ?? here

/** Whether a policy of `place` applies to a company at `at`. */
export const counts = (place: string | null, at: string | undefined): boolean => at === undefined || placeContains(place, at)
