import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { consult } from '../../contract/policy/consult.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import css from './consult/consults.module.css'

const phrases = [
  '您好，您的咨询已收到。',
  '请以政策正文为准，申报条件与材料见政策页。',
  '是否符合条件可在“算政策”中测算，结果会列出逐条理由。',
  '本项目在申报时间内可在线申报，材料齐全后提交即可。',
  '具体情况请致电政策页所列的联系单位核实。',
]
const SHOWN = 3
const REPLY_MAX = 2000
const ANSWERED = 1

/** An answer to a question on a policy: prepared phrases, and earlier answers on the same policy. */
export function ReplyText({ policyId, about, value, onChange, ...rest }: ControlProps & { policyId: number; about: number }) {
  const text = typeof value === 'string' ? value : ''
  const before = useQuery({
    queryKey: ['consult', 'answered', policyId],
    queryFn: () =>
      call(
        consult.list,
        { query: { polInfoId: policyId, replyState: ANSWERED, sort: '-replyTime', page: 1, pageSize: SHOWN + 1 } },
        { silent: true },
      ),
    retry: false,
  })
  const add = (more: string) => onChange?.((text ? `${text.trimEnd()}\n${more}` : more).slice(0, REPLY_MAX))
  const answers = (before.data?.list ?? []).filter((row) => row.id !== about && row.replyContent).slice(0, SHOWN)
  return (
    <>
      <Input.TextArea
        {...rest}
        value={text}
        maxLength={REPLY_MAX}
        showCount
        autoSize={{ minRows: 4, maxRows: 12 }}
        onChange={(e) => onChange?.(e.target.value)}
      />
      <div className={css.phrases} role="group" aria-label="常用语">
        {phrases.map((phrase) => (
          <Button key={phrase} size="small" onClick={() => add(phrase)}>
            {phrase}
          </Button>
        ))}
      </div>
      {answers.length > 0 && (
        <section className={css.before} aria-label="本政策已有的回复">
          <h3>本政策已有的回复</h3>
          <ul>
            {answers.map((row) => (
              <li key={row.id}>
                <p>
                  <strong>{row.consultContent}</strong> <span className="num">{localMinute(row.replyTime)}</span>
                </p>
                <p>{row.replyContent}</p>
                <Button size="small" onClick={() => add(row.replyContent!)} aria-label={`采用这条回复：${row.consultContent}`}>
                  采用
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
