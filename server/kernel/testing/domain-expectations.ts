import { existsSync, readdirSync } from 'node:fs'

/**
 * What a domain says about itself for the tests that walk the whole platform, in `server/<domain>/testing/expected.ts`, found by its name:
 * the test of public calls, the proof of access, the walks of row rules, to-dos, series by month, sections of the home page, and the proof
 * of screens. A person writes it: who may call what is confirmed here and never taken over from what the server answers.
 */
export interface Expected {
  /**
   * Each endpoint of the domain under those who pass its door: `public` (anybody, without a session), `signedIn`, `staff`, and the columns
   * of proof/access/expected.tsv, separated by spaces, such as `QY editor`.
   */
  calls: Readonly<Record<string, readonly string[]>>
  /** sections that the domain adds to the home page, in their order */
  homeSections?: readonly string[]
  /** series by month that leader1 sees: name and unit */
  monthly?: readonly (readonly [name: string, unit: string])[]
  /** a to-do has the same count as the list to which it leads */
  todos?: readonly { who: string; kind: string; list: string; query: Readonly<Record<string, string | number>> }[]
  walks?: readonly RowWalk[]
  /** screens of one record: the parameter of its address, and the list whose first row is opened */
  screens?: Readonly<Record<string, { key: string; list: string }>>
}

/** A resource of row rules where staff read it: reader, list, a line that excludes rows, and where one row is read. */
export interface RowWalk {
  resource: string
  role: string
  who: string
  list: string
  asked?: Readonly<Record<string, string>>
  one?: string
  /** further lists, when a resource has several: the preview counts them together */
  besides?: readonly string[]
  field: string
  values: readonly string[]
  /** the key of a row in which the list answers the field */
  shownAs?: string
}

const SERVER = new URL('../../', import.meta.url)

/** Of every domain that has the file, in order of the names. */
export async function expectedOfDomains(): Promise<Expected[]> {
  const files = readdirSync(SERVER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => new URL(`${name}/testing/expected.ts`, SERVER))
    .filter((file) => existsSync(file))
  const found = (await Promise.all(files.map((file) => import(file.href)))) as { expected: Expected }[]
  return found.map(({ expected }) => expected)
}

/** Whether the holder of a column passes a door that is open to `who`. */
export const passes = (who: string, column: string): boolean =>
  who.split(' ').some((word) => {
    if (word === 'public') return true
    if (word === 'signedIn') return column !== 'anonymous'
    if (word === 'staff') return !['anonymous', 'GR', 'QY'].includes(column)
    return word === column
  })
