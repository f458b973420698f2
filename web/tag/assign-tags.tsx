import { useQuery } from '@tanstack/react-query'
import { Input, Modal, Select } from 'antd'
import { useEffect, useState } from 'react'
import { companyTag, tag } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { useCloseQuestion } from '../kit/dialog/use-close-question.ts'
import { toast } from '../toast.ts'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

export interface Assigning {
  /** true: add tags, false: remove them */
  on: boolean
  companyIds: readonly number[]
  name?: string
  done?: () => void
}

/** Adds tags to companies or removes them; only tags maintained by hand can be chosen. */
export function AssignTags({ assigning, onClose, onDone }: { assigning: Assigning | null; onClose(): void; onDone(): void }) {
  const [tagIds, setTagIds] = useState<number[]>([])
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState('')
  useLoggedInAgain(() => setWrong(''))
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['tag-by-hand'],
    queryFn: () => call(tag.list, { query: { smartFlag: 0, enabled: true, pageSize: 100 } }),
    enabled: assigning !== null,
  })
  useEffect(() => {
    setTagIds([])
    setReason('')
    setWrong('')
  }, [assigning])
  const headings = new Set(data?.list.map((t) => t.parentId))
  const close = useCloseQuestion(onClose)
  const save = async () => {
    if (tagIds.length === 0) {
      setWrong('请选择标签')
      return
    }
    setBusy(true)
    try {
      const body = { tagIds, companyIds: [...assigning!.companyIds], reason }
      if (assigning!.on) {
        const { added, already } = await call(companyTag.add, { body }, { silent: true })
        toast.success(already > 0 ? `已挂上 ${added} 个，${already} 个原已存在` : `已挂上 ${added} 个标签`)
      } else {
        const { removed } = await call(companyTag.remove, { body }, { silent: true })
        toast.success(`已取下 ${removed} 个标签`)
      }
      assigning!.done?.()
      onDone()
      onClose()
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      title={assigning?.on ? '挂标签' : '取下标签'}
      open={assigning !== null}
      onCancel={() => close(tagIds.length > 0 || reason.trim() !== '')}
      onOk={() => void save()}
      okText={assigning?.on ? '挂上' : '取下'}
      okButtonProps={{ danger: assigning?.on === false }}
      confirmLoading={busy}
      destroyOnHidden
    >
      <p>{assigning?.name ?? `已选 ${assigning?.companyIds.length ?? 0} 家企业`}</p>
      <label htmlFor="assign-tags">标签</label>
      <Select
        id="assign-tags"
        mode="multiple"
        style={{ width: '100%', margin: '6px 0 16px' }}
        placeholder="智能标签由规则确定，不在此列"
        value={tagIds}
        onChange={(ids: number[]) => {
          setTagIds(ids)
          setWrong('')
        }}
        showSearch={{ optionFilterProp: 'label' }}
        options={(data?.list ?? [])
          .filter((t) => !headings.has(t.id))
          .map((t) => ({ value: t.id, label: t.parentName ? `${t.parentName} / ${t.tagName}` : t.tagName }))}
      />
      <label htmlFor="assign-reason">原因（可空，记入变动记录）</label>
      <Input id="assign-reason" style={{ marginTop: 6 }} value={reason} maxLength={200} onChange={(e) => setReason(e.target.value)} />
      <p role="alert" style={{ color: 'var(--error)', minHeight: 22, margin: '8px 0 0' }}>
        {wrong}
      </p>
    </Modal>
  )
}
