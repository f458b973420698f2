import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { Data } from '../../contract/endpoint.ts'
import type { RuleNode } from '../../contract/policy.ts'
import { SmartTagBody, tag, TagBody, tagColours } from '../../contract/tag.ts'
import { ApiError, call } from '../api.ts'
import type { Option } from '../kit/choose/options.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useRuleFields } from '../rule/index.ts'
import { faultText, TagRules } from './tag-rules.tsx'

const shared = formFields(
  TagBody,
  { key: 'tagName', label: '标签名称', kind: 'text', maxLength: 30, half: true },
  {
    key: 'parentId',
    label: '上级标签',
    kind: 'select',
    half: true,
    hint: '不选则为一级标签',
    options: {
      key: 'tag-headings',
      // A parent tag has no companies of its own.
      load: async () =>
        (await call(tag.tree, { query: {} }))
          .filter((n) => n.companyCount === 0 && n.smartFlag === 0)
          .map((n): Option => ({ label: n.tagName, value: n.id })),
    },
  },
  { key: 'colour', label: '颜色', kind: 'radio', options: Object.entries(tagColours).map(([value, label]) => ({ value, label })) },
  { key: 'description', label: '说明', kind: 'longText', maxLength: 200 },
  { key: 'sort', label: '排序', kind: 'number', hint: '小的在前', half: true },
  { key: 'visible', label: '对企业可见', kind: 'switch', half: true },
  { key: 'enabled', label: '启用', kind: 'switch', half: true },
)
const smartFields = formFields(SmartTagBody, ...shared, {
  key: 'rules',
  label: '规则',
  as: TagRules,
  hint: '只计算已授权平台使用档案的企业',
})
const fresh = { colour: 'blue', description: '', sort: 0, visible: true, enabled: true } as const

const shownOf = (t: Data<typeof tag.findById>) => ({
  id: t.id,
  version: t.version,
  tagName: t.tagName,
  parentId: t.parentId,
  colour: t.colour,
  description: t.description,
  sort: t.sort,
  visible: t.visible,
  enabled: t.enabled,
})

/** Adds or changes a tag, or a smart tag with its rule; the input stays after every error. */
export default function TagForm({
  id,
  smart,
  onSaved,
  onCancel,
}: {
  id: number | null
  smart: boolean
  onSaved(id: number, computing: boolean): void
  onCancel(): void
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['tag', id],
    queryFn: () => call(tag.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
    gcTime: 0,
  })
  const fields = useRuleFields()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (id !== null && !data) return <Skeleton active />
  const shown = data ? shownOf(data) : fresh
  const read = id === null ? undefined : () => call(tag.findById, { query: { id } }, { silent: true })
  const draft = id === null ? { key: `tag:new:${smart ? 'smart' : 'plain'}` } : undefined
  if (smart)
    return (
      <RecordForm
        schema={SmartTagBody}
        fields={smartFields}
        initial={{ ...shown, rules: data?.rules ?? { all: [] } }}
        latest={read && (() => read().then((now) => ({ ...shownOf(now), rules: now.rules ?? { all: [] } })))}
        draft={draft}
        onCancel={onCancel}
        onSubmit={async (body) => {
          const saved = await call(tag.saveSmartTag, { body }, { silent: true }).catch((refusal: unknown) => {
            if (!(refusal instanceof ApiError)) throw refusal
            const placed = refusal.fields.map((f) =>
              f.path.startsWith('rules') ? { ...f, message: faultText(f, body.rules as RuleNode, fields) } : f,
            )
            throw new ApiError(refusal.status, refusal.message, { ...refusal, fields: placed })
          })
          onSaved(saved.id, true)
        }}
      />
    )
  return (
    <RecordForm
      schema={TagBody}
      fields={shared}
      initial={shown}
      latest={read && (() => read().then(shownOf))}
      draft={draft}
      onCancel={onCancel}
      onSubmit={async (body) => onSaved((await call(tag.save, { body }, { silent: true })).id, false)}
    />
  )
}
