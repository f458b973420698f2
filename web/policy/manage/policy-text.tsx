import { documents } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import { ReadWord } from '../../kit/rich-text/read-word.tsx'
import RichText from '../../kit/rich-text/rich-text.tsx'
import { SentenceActions } from './sentence-actions.tsx'

const read = (body: FormData) => call(documents.readWord, { body }, { silent: true })

/** The text of a policy: typed, or read from a Word file (existing text is replaced after a question). */
export function PolicyText({ value, onChange, ...props }: ControlProps) {
  return (
    <>
      <ReadWord filled={Boolean(value)} read={read} onRead={(html) => onChange?.(html)} />
      <SentenceActions>
        <RichText {...props} tall aria-label="政策正文" value={value} onChange={(html) => onChange?.(html)} />
      </SentenceActions>
    </>
  )
}
