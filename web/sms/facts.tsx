import { FactList } from '../kit/fact-list.tsx'
import css from './sms.module.css'

/** Names with their values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) => (
  <FactList className={css.facts} facts={facts} />
)
