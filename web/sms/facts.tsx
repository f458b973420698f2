import { FactList } from '../kit/fact-list.tsx'
import css from './sms.module.css'

/** A list of names and values; `wide` for sentences, one below the other. */
export const Facts = ({ facts, wide }: { facts: readonly (readonly [name: string, value: string])[]; wide?: true }) => (
  <FactList className={wide ? css.wideFacts : css.facts} facts={facts} />
)
