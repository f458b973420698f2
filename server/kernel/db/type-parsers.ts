import pg from 'pg'

const INT8 = 20,
  INT8_ARRAY = 1016,
  NUMERIC_ARRAY = 1231
const DATE = 1082,
  DATE_ARRAY = 1182,
  TIMESTAMP = 1114,
  TIMESTAMPTZ = 1184,
  TIMESTAMPTZ_ARRAY = 1185,
  TEXT_ARRAY = 1009

const safeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`)
  return value
}

/** `2026-11-21 08:00:00.5+00` → `2026-11-21T08:00:00.5Z`: keeps microseconds, so that a value read can be compared with its column. */
const isoInstant = (text: string): string =>
  text.endsWith('+00') ? `${text.slice(0, -3).replace(' ', 'T')}Z` : text.endsWith('infinity') ? text : new Date(text).toISOString()

const same = (text: string): string => text

/**
 * Makes both engines return the same types: int8 → number (throws beyond 2^53), numeric → string, date → 'YYYY-MM-DD', timestamp → as
 * written, timestamptz → ISO string, arrays of these likewise; json and the rest as pg parses them. Set once for the whole process.
 */
export function setTypeParsers(): void {
  // pg's types name scalar oids only; arrays work the same.
  const types = pg.types as unknown as {
    getTypeParser: (oid: number) => (text: string) => (string | null)[]
    setTypeParser: (oid: number, parse: (text: string) => unknown) => void
  }
  const textArray = types.getTypeParser(TEXT_ARRAY)
  const each =
    <T>(parse: (text: string) => T) =>
    (text: string) =>
      textArray(text).map((item) => (item === null ? null : parse(item)))
  types.setTypeParser(INT8, safeInteger)
  types.setTypeParser(INT8_ARRAY, each(safeInteger))
  types.setTypeParser(NUMERIC_ARRAY, each(same))
  types.setTypeParser(DATE, same)
  types.setTypeParser(DATE_ARRAY, each(same))
  types.setTypeParser(TIMESTAMP, same)
  types.setTypeParser(TIMESTAMPTZ, isoInstant)
  types.setTypeParser(TIMESTAMPTZ_ARRAY, each(isoInstant))
}
