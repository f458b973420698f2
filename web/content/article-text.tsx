import { news } from '../../contract/content/news.ts'
import { call } from '../api.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import { ReadWord } from '../kit/rich-text/read-word.tsx'
import RichText from '../kit/rich-text/rich-text.tsx'

const read = (body: FormData) => call(news.readWord, { body }, { silent: true })

/** The text of an article: typed, or read from a Word file. */
export function ArticleText({ value, onChange, ...props }: ControlProps) {
  return (
    <>
      <ReadWord filled={Boolean(value)} read={read} onRead={(html) => onChange?.(html)} />
      <RichText {...props} tall aria-label="正文" value={value} onChange={(html) => onChange?.(html)} />
    </>
  )
}
