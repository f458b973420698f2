import { placeContains, provinces } from '../../../contract/place.ts'
import { Freshness } from '../../kernel/answers/freshness.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import { dictionaryWords } from '../../search/index.ts'
import { PUBLIC } from './list-sql.ts'

interface Place {
  code: string
  /** the name in policies: 浙江省宁波市镇海区 */
  name: string
}

const UNIT = /[\p{Script=Han}]{1,6}?(?:自治州|市|县|区|旗|盟|镇|乡|街道)/gu
/** 宁波市 → 宁波 */
const bareName = (name: string) =>
  name.replace(/(?:特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区|自治州|省|市|县|区|旗|盟|镇|乡|街道)$/u, '')

/** Names that a question may use for a place, with its code: 浙江, 浙江省, 宁波, 宁波市, 镇海, 镇海区. */
function namesOf({ code, name }: Place): [string, string][] {
  const province = provinces[code.slice(0, 2)] ?? ''
  const rest = name.split('（', 1)[0]!
  const units = [...rest.slice(rest.startsWith(province) ? province.length : 0).matchAll(UNIT)].map(([unit]) => unit)
  const last = units.length - 1
  const codes = units.map((_, at) => (at === last ? code : code.slice(0, 4)))
  const all: [string, string][] = [[province, code.slice(0, 2)], ...units.map((unit, at): [string, string] => [unit, codes[at]!])]
  return all
    .flatMap(([unit, of]) => [[unit, of] as [string, string], [bareName(unit), of] as [string, string]])
    .filter(([unit]) => unit.length > 1)
}

/** The place that a question names, the smallest when it names several; undefined when it names none, or one that contains `here`. */
export function otherPlace(question: string, places: readonly Place[], here: string | undefined): string | undefined {
  const named = places
    .flatMap(namesOf)
    .filter(([name]) => question.includes(name))
    .map(([, code]) => code)
    .sort((a, b) => b.length - a.length)[0]
  return named === undefined || (here !== undefined && (placeContains(named, here) || named.startsWith(here))) ? undefined : named
}

/** Whether a name is a place without policies that does not contain `here`: only policies for the whole country apply there. */
export function isElsewhere(name: string, places: readonly Place[], here: string | undefined): boolean {
  const province = here === undefined ? '' : (provinces[here.slice(0, 2)] ?? '')
  return !bareName(province).startsWith(bareName(name)) && !places.flatMap(namesOf).some(([known]) => bareName(known) === bareName(name))
}

const UNITS = ['市', '县', '区', '省', '州', '旗', '盟']
/** Whether a name is a place that could have policies of its own: 杭州, 余杭区; not a country or a river (德国, 长江). */
export const isCounty = (name: string): boolean =>
  bareName(name) !== name || UNITS.some((unit) => dictionaryWords(name + unit).length === 1)

const keptPlaces = perKernel(() => new Freshness({ renewMs: 60_000, staleMs: 600_000 }))

/** Every place with a published policy; kept for minutes, because it hardly ever changes. */
export function placesOf(k: Kernel): Promise<Place[]> {
  return keptPlaces(k).get('places', async () => {
    const some = `select p.area_code as code, p.area_name as name from policy p where ${PUBLIC} and p.area_code is not null and p.area_name is not null`
    const next = 'order by p.area_code, p.area_name limit 1'
    // Jumps from one place to the next in the index, so the cost does not grow with the number of policies of a place.
    const { rows } = await k.pool.query<Place>(
      `with recursive place as ((${some} ${next}) union all
        select n.code, n.name from place cross join lateral (${some} and (p.area_code, p.area_name) > (place.code, place.name) ${next}) n)
      select code, name from place`,
    )
    return rows
  })
}
