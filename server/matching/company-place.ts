import { placeContains, statedPlace } from '../../contract/place.ts'

/** Where a company is: what it says of itself, else the county that runs the site; undefined where neither is known, and then every policy counts. */
export const companyPlace = (answers: Readonly<Record<string, unknown>>, here: string | undefined): string | undefined =>
  statedPlace(answers.regionCode) ?? here

/** Whether a policy of `place` counts for a company at `at`. */
export const counts = (place: string | null, at: string | undefined): boolean => at === undefined || placeContains(place, at)
