import fc from 'fast-check'
import { RAW } from './send.ts'

/** Texts that are known to break some layer between the socket and the table. */
export const HARD_TEXT: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00a',
  '\ufeff',
  '\u202e\u2066abc',
  '\u200b\u200d',
  '\u2028\u2029',
  '１２３ＡＢＣ',
  'e\u0301'.repeat(20),
  '👩‍👩‍👧‍👦'.repeat(8),
  '\uffff\ufdd0',
  '\r\nx-injected: 1',
  '../../../../etc/passwd',
  '%00%0a%ff',
  '%',
  '_',
  '\\',
  '"',
  "'",
  "' or pg_sleep(3)--",
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '=1+1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '-1',
  '-0',
  '0',
  '1e3',
  '1e309',
  ' 1',
  '1,2,3',
  '0x10',
  '1.5',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(40),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '-271822-04-20',
  '+275761-09-13T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '24:60:60',
  '[object Object]',
  '{"$ne":1}',
  '[]',
  '{}',
  'a'.repeat(65),
  'a'.repeat(300),
  '字'.repeat(5001),
  'a'.repeat(70_000),
  '('.repeat(2000),
  '{'.repeat(500),
]
const HARD_NUMBERS = [0, -0, -1, 1.5, 0.1 + 0.2, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e9, 1e21, 1e308, Number.MIN_VALUE]
/** Texts that JSON.parse rejects or reads in an unexpected way. */
const HARD_JSON = [
  'NaN',
  'Infinity',
  '1e400',
  '-1e400',
  '1E2',
  '00',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":1}}',
  '[1,]',
  '"\\ud800"',
  '"\\u0000"',
]

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)])
const own = (key: string, value: unknown): object =>
  Object.defineProperty({}, key, { value, enumerable: true, configurable: true, writable: true })

/** A value of a wrong type, size or shape. The scalar ones can also be used in an address. */
export const hardScalar: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HARD_TEXT) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...HARD_NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(true, false, null) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
)
export const hardValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hardScalar },
  { weight: 1, arbitrary: fc.constantFrom(...HARD_JSON.map((text) => RAW + text)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      [],
      {},
      [null],
      [[]],
      [{}],
      { $ne: 1 },
      { length: 1e9 },
      own('__proto__', { polluted: 1 }),
      { constructor: { prototype: { polluted: 1 } } },
      deep(200),
      Array.from({ length: 500 }, (_, i) => i),
      Array.from({ length: 201 }, () => 1),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
/** A value in an address: escapes that cannot be decoded, and hard scalars. */
export const hardParameter: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hardScalar.filter((value) => !(typeof value === 'string' && value.length > 3000)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('%', '%zz', '%ff', '%c0%80', '%ed%a0%80', '%00', '%u0041', '+', '%2525', '&', '=', '[]')
      .map((text) => RAW + text),
  },
  {
    weight: 1,
    arbitrary: fc.array(
      hardScalar.filter((value) => !(typeof value === 'string' && value.length > 100)),
      { maxLength: 5 },
    ),
  },
)
export const extraKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'extra',
  '',
  'a.b',
  'x[y]',
  '\u0000',
  '列',
)
