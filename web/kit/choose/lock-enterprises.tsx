import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { tag } from '../../../contract/tag.ts'
import { call } from '../../api.ts'
import { readFailure } from '../failure.ts'
import { ErrorState } from '../table/table-states.tsx'
import { companiesOf, without, type Locked, type LockedCompany } from './lock-choice.ts'
import css from './lock-enterprises.module.css'
import { LockByName } from './lock-by-name.tsx'
import { LockTable, type PersonColumns } from './lock-table.tsx'
import { Tabs } from '../tabs.tsx'
import { useLoggedInAgain } from '../form/shown-failure.ts'

interface Props {
  open: boolean
  onClose: () => void
  /** receives the chosen companies; a thrown refusal is shown here, and the choice stays */
  onLock: (companies: LockedCompany[]) => Promise<unknown>
  okText?: string
  /** whose name and phone are shown: the legal person's, or the contact's (the variants of spec §2) */
  persons?: PersonColumns
  /** maximum number of companies */
  max?: number
  /** companies can also be added by name, without a tag */
  byName?: true
}

/**
 * Lock-enterprises dialog (spec §2): choose tags, then companies in one tab per tag. The choice is kept across tabs and pages; a company
 * with two tags counts once. Needs tag:read.
 */
export function LockEnterprises({ open, onClose, ...props }: Props) {
  return (
    <Modal title="锁定企业" open={open} onCancel={onClose} footer={null} width={900} destroyOnHidden mask={{ closable: false }}>
      {open && <Choice onClose={onClose} {...props} />}
    </Modal>
  )
}

function Choice({ onClose, onLock, okText = '锁定', persons = 'legalPerson', max = 200, byName }: Omit<Props, 'open'>) {
  const [tagIds, setTagIds] = useState<number[]>([])
  const [active, setActive] = useState('')
  const [locked, setLocked] = useState<Locked>(new Map())
  const [wrong, setWrong] = useState('')
  useLoggedInAgain(() => setWrong(''))
  const [busy, setBusy] = useState(false)
  const options = useQuery({
    queryKey: ['tag-options'],
    queryFn: () => call(tag.options, { query: { type: 2 } }, { silent: true }),
    retry: false,
  })
  if (options.error) return <ErrorState error={options.error} onRetry={() => void options.refetch()} />
  const chosen = tagIds.flatMap((id) => options.data?.find((o) => o.id === id) ?? [])
  const change = (next: Locked) => {
    setWrong(next.size > max ? `一次最多锁定 ${max} 家企业` : '')
    if (next.size <= max) setLocked(next)
  }
  const save = async () => {
    if (locked.size === 0) return setWrong('请选择至少一家企业')
    setBusy(true)
    setWrong('')
    try {
      await onLock(companiesOf(locked))
      onClose()
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <label htmlFor="lock-tags">企业标签</label>
      <Select
        id="lock-tags"
        mode="multiple"
        className={css.tags!}
        placeholder="选择一个或多个标签"
        value={tagIds}
        loading={options.isLoading}
        notFoundContent={options.data?.length === 0 ? '还没有企业标签' : undefined}
        onChange={(ids: number[]) => {
          const added = ids.find((id) => !tagIds.includes(id))
          setTagIds(ids)
          if (added !== undefined) setActive(String(added))
          else if (!ids.includes(Number(active))) setActive(String(ids[0] ?? ''))
        }}
        showSearch={{ optionFilterProp: 'label' }}
        options={options.data?.map((o) => ({
          value: o.id,
          label: `${o.parentName ? `${o.parentName} / ` : ''}${o.tagName}（${o.companyCount}）`,
        }))}
      />
      {chosen.length === 0 ? (
        <p className={css.empty}>选择标签后，在这里勾选挂有该标签的企业{byName && '；也可以在下面按名称添加'}。</p>
      ) : (
        <Tabs
          activeKey={active}
          onChange={setActive}
          items={chosen.map((o) => ({
            key: String(o.id),
            label: o.tagName,
            children: <LockTable tagId={o.id} tagName={o.tagName} persons={persons} locked={locked} onChange={change} />,
          }))}
        />
      )}
      {byName && <LockByName locked={locked} onChange={change} />}
      <section className={css.locked} aria-label="已选企业">
        <p role="status">
          已选 <strong className="num">{locked.size}</strong> 家
          {locked.size > 0 && (
            <Button type="link" size="small" onClick={() => change(new Map())}>
              清空
            </Button>
          )}
        </p>
        {locked.size > 0 && (
          <ul>
            {companiesOf(locked).map((c) => (
              <li key={c.id}>
                {c.companyName}
                <button type="button" aria-label={`移除${c.companyName}`} onClick={() => change(without(locked, c.id))}>
                  ×
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p role="alert" className={css.wrong}>
        {wrong}
      </p>
      <div className={css.bar}>
        <Button onClick={onClose}>{messages.cancel}</Button>
        <Button type="primary" loading={busy} onClick={() => void save()}>
          {okText}
        </Button>
      </div>
    </>
  )
}
