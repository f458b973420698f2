import { verdicts, type Verdict as Code } from '../../contract/matching/verdicts.ts'

const looks: Record<Code, { mark: string; tone: string }> = {
  match: { mark: '✓', tone: 'tag-success' },
  near: { mark: '◑', tone: 'tag-warning' },
  unknown: { mark: '◔', tone: 'tag-info' },
  nomatch: { mark: '✕', tone: '' },
  closed: { mark: '⊘', tone: '' },
  notYet: { mark: '…', tone: '' },
}

/** A verdict as a sign and a word, never as colour alone. */
export function Verdict({ verdict }: { verdict: Code }) {
  const { mark, tone } = looks[verdict]
  return (
    <span className={`tag ${tone}`}>
      <span aria-hidden="true">{mark}</span> {verdicts[verdict]}
    </span>
  )
}
