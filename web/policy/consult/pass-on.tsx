import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { consult } from '../../../contract/policy/consult.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { toast } from '../../toast.ts'
import css from './consults.module.css'
import { useLoggedInAgain } from '../../kit/form/shown-failure.ts'
import { useStateDraft } from '../../kit/form/use-state-draft.tsx'

const EMPTY = { note: '' }

/** 转交: assigns the question to a colleague, with a note that the asker does not see. */
export function PassOn({ id, onPassed, onClose }: { id: number; onPassed: () => Promise<void>; onClose: () => void }) {
  const [to, setTo] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  useLoggedInAgain(() => setWrong(null))
  const kept = useStateDraft({ key: `consult-pass:${id}`, values: { note }, start: EMPTY, onTake: (left) => setNote(left.note ?? '') })
  const people = useQuery({
    queryKey: ['consult', id, 'colleagues'],
    queryFn: () => call(consult.colleagues, { query: { id } }, { silent: true }),
    retry: false,
  })
  const send = async () => {
    if (to === null) return setWrong('请选择同事')
    setBusy(true)
    setWrong(null)
    try {
      await kept.send(async () => {
        await call(consult.passOn, { body: { id, userId: to, note } }, { silent: true })
        toast.success('已转交')
      })
      kept.sent()
      await onPassed()
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  if (people.data?.length === 0) return <p role="status">没有其他可以答复这件咨询的同事。</p>
  return (
    <section className={css.passOn} aria-label="转交同事">
      <label htmlFor="pass-on-to">转交给</label>
      <Select
        id="pass-on-to"
        showSearch={{ optionFilterProp: 'label' }}
        loading={people.isPending}
        placeholder={people.isError ? '未能读取同事名单' : '请选择同事'}
        value={to}
        status={wrong ? 'error' : ''}
        options={(people.data ?? []).map((p) => ({ value: p.id, label: p.officeName ? `${p.name}（${p.officeName}）` : p.name }))}
        onChange={setTo}
      />
      {kept.offer}
      <label htmlFor="pass-on-note">留言（咨询人看不到，可不填）</label>
      <Input.TextArea
        id="pass-on-note"
        value={note}
        maxLength={200}
        autoSize={{ minRows: 2 }}
        onChange={(e) => setNote(e.target.value)}
        onBlur={kept.flush}
      />
      {wrong && (
        <p role="alert" className={css.wrong}>
          {wrong}
        </p>
      )}
      <p className={css.buttons}>
        <Button type="primary" loading={busy} onClick={() => void send()}>
          确认转交
        </Button>
        <Button onClick={onClose}>取消</Button>
        {kept.saved}
      </p>
    </section>
  )
}
