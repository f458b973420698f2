import { domainTypes } from '../../contract/domain-tree.ts'
import type { Question } from '../../contract/matching.ts'
import { provinces } from '../../contract/place.ts'
import { siteArea } from '../kernel/config.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { asQuestion, fieldOf } from './catalogue.ts'

const PLACE = 'regionCode'
/** Place, industry, number of people: asked first of everybody. */
const FIRST = [PLACE, 'industryCode', 'employees']

/** The first questions of a calculation; the place is chosen from a list, never typed as a code. */
export async function firstQuestions(k: Kernel, hidden: readonly string[]): Promise<Question[]> {
  const questions = FIRST.filter((key) => !hidden.includes(key)).flatMap((key) => fieldOf(key) ?? [])
  return Promise.all(questions.map(async (field) => withPlaces(k, asQuestion(field))))
}

/** Adds the choices to the place question: the site's county with its streets, then the other provinces. Other questions are unchanged. */
export async function withPlaces(k: Kernel, question: Question): Promise<Question> {
  if (question.key !== PLACE) return question
  const here = siteArea(k.config)
  const own = here
    ? await k.db
        .selectFrom('dict_value')
        .select(['value', 'label'])
        .where('dict_type', '=', domainTypes.region)
        .where('value', 'like', `${here}%`)
        .orderBy('value')
        .limit(100)
        .execute()
    : []
  const others = Object.entries(provinces).map(([value, name]) => ({
    value,
    label: here?.startsWith(value) ? `${name}（其他县市区）` : name,
  }))
  const streets = own.map(({ value, label }) => ({ value, label: value === here ? label : `　${label}` }))
  return { ...question, type: 'enum', options: [...streets, ...others] }
}
