import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../../contract/constants.ts'
import { LABEL_DEPTH, labels, SaveLabel, type PolicyLabel } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { debounced } from '../../kit/debounce.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import type { Option } from '../../kit/choose/options.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'

const shownOf = (label: Partial<PolicyLabel>) => ({
  ...(label.id ? { id: label.id, version: label.version } : {}),
  labelName: label.labelName ?? '',
  parentId: label.parentId ?? null,
  order: label.order ?? 0,
  enableFlag: label.enableFlag ?? 1,
  description: label.description ?? '',
  tagIds: label.tagIds ?? [],
})

/** Creates a label (below another, when one is given) or changes one. */
export function LabelDialog({
  label,
  all,
  latest,
  onClose,
  onDone,
}: {
  label: Partial<PolicyLabel>
  all: readonly PolicyLabel[]
  latest(): Promise<readonly PolicyLabel[]>
  onClose(): void
  onDone(): Promise<void>
}) {
  const fields = formFields(
    SaveLabel,
    { key: 'labelName', label: '标签名称', maxLength: 30 },
    { key: 'parentId', label: '上级标签', kind: 'select', options: parents(all, label.id), placeholder: '不选则为第一级' },
    { key: 'order', label: '顺序', kind: 'number', hint: '小的在前', half: true },
    {
      key: 'enableFlag',
      label: '启用',
      kind: 'radio',
      half: true,
      options: [
        { value: 1, label: '启用' },
        { value: 0, label: '停用' },
      ],
    },
    { key: 'description', label: '说明', kind: 'longText', maxLength: 200 },
    { key: 'tagIds', label: '对应的企业标签', as: TagChoice, hint: '带有这些企业标签的企业，就是该政策标签对应的企业' },
  )
  return (
    <FormModal open title={label.id ? '编辑标签' : '新增标签'} onClose={onClose} width={560}>
      <RecordForm
        schema={SaveLabel}
        draft={label.id ? undefined : { key: `policyLabel:new:${label.parentId ?? 0}` }}
        fields={fields}
        initial={shownOf(label)}
        latest={label.id ? () => latest().then((list) => shownOf(list.find(({ id }) => id === label.id)!)) : undefined}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(labels.save, { body: values }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

/** Possible parents of a label: not itself, not below itself, not on the deepest level. */
function parents(all: readonly PolicyLabel[], self: number | undefined): Option[] {
  const path = (l: PolicyLabel): PolicyLabel[] => {
    const up = all.find((o) => o.id === l.parentId)
    return up ? [...path(up), l] : [l]
  }
  return all.flatMap((l) => {
    const way = path(l)
    return way.length >= LABEL_DEPTH || way.some((o) => o.id === self)
      ? []
      : [{ value: l.id, label: way.map((o) => o.labelName).join(' / ') }]
  })
}

function TagChoice({ value, onChange, id, disabled }: ControlProps) {
  const [words, setWords] = useState('')
  const search = useMemo(() => debounced(setWords, SEARCH_DEBOUNCE_MS), [])
  const ids = (value as number[] | undefined) ?? []
  const found = useQuery({
    queryKey: ['part-tags', words],
    queryFn: () => call(labels.tags, { query: words ? { tagName: words.slice(0, 64) } : {} }, { silent: true }),
  })
  const chosen = useQuery({
    queryKey: ['part-tags-chosen', ids.join(',')],
    queryFn: () => call(labels.tags, { query: { ids: ids.join(',') } }, { silent: true }),
    enabled: ids.length > 0,
  })
  const options = new Map([...(chosen.data ?? []), ...(found.data ?? [])].map((t) => [t.id, { value: t.id, label: t.tagName }]))
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      value={ids}
      disabled={disabled ?? false}
      onChange={(next: number[]) => onChange?.(next)}
      options={[...options.values()]}
      showSearch={{ filterOption: false, onSearch: (text) => search.call(text) }}
      notFoundContent="没有这个名称的企业标签"
      placeholder="输入名称查找"
      style={{ width: '100%' }}
    />
  )
}
