import { FactList } from '../kit/fact-list.tsx'
import css from './sms.module.css'

/** A list of names and values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) => (
  <FactList className={css.facts} facts={facts} />
)
