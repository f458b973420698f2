import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { attributesOf, type Attribute } from '../../contract/market/attributes.ts'
import { marketGroups, saveSchemas, type MarketItem, type MarketSave } from '../../contract/market/item.ts'
import { ADDRESS_MAX, marketKinds, marketStates, PURPOSE_MAX, TITLE_MAX, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { useViewer } from '../session.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import type { FormField } from '../kit/form/fields.ts'
import { RecordForm, type RunTimeSchema } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import { firstValues, type FirstValues } from './first-values.ts'
import { CodeInput } from './code-input.tsx'
import { logOf } from './log-of.ts'
import { PicturesInput } from './pictures-input.tsx'
import { PinInput } from './pin-input.tsx'
import { StreetInput } from './street-input.tsx'

type Options = Readonly<Record<string, { value: string; label: string; disabled?: true | undefined }[]>>
function fieldOf(key: string, { label, type, unit, hint, required, free }: Attribute, options: Options, passed: boolean): FormField {
  const said = [passed && free ? '修改后不需要重新审核' : '', hint ?? ''].filter(Boolean).join('；')
  const base = {
    key,
    label,
    half: true as const,
    ...(unit ? { unit } : {}),
    ...(said ? { hint: said } : {}),
    ...(required ? { required: true as const } : {}),
  }
  if (type === 'number') return { ...base, kind: 'number' }
  if (type === 'date') return { ...base, kind: 'date' }
  if (type === 'flag') return { ...base, kind: 'switch' }
  if (type === 'select') return { ...base, kind: 'select', options: options[key] ?? [] }
  if (type === 'multi') return { ...base, kind: 'multiSelect', options: options[key] ?? [] }
  return base
}
function fieldsFor(kind: MarketKind, options: Options, passed: boolean): FormField[] {
  const streets = options.streetId ?? []
  const supply = marketKinds[kind].side === 'supply'
  return [
    { key: 'title', label: '标题', maxLength: TITLE_MAX },
    supply
      ? { key: 'streetIds', label: '所属镇街', as: StreetInput, half: true }
      : { key: 'streetIds', label: '意向镇街', kind: 'multiSelect', options: streets, hint: '不选为全县', half: true },
    ...(supply
      ? [
          { key: 'address', label: '地址', maxLength: ADDRESS_MAX, half: true as const },
          { key: 'lng', label: '位置', as: PinInput, also: ['lat'], hint: '在地图上点选，或填写经纬度' },
        ]
      : []),
    ...attributesOf(kind).map(([key, attribute]) => fieldOf(key, attribute, options, passed)),
    ...(supply
      ? [
          { key: 'description', label: '介绍', kind: 'richText' as const },
          { key: 'images', label: '图片', as: PicturesInput },
        ]
      : [{ key: 'purpose', label: '用途说明', kind: 'longText' as const, maxLength: PURPOSE_MAX }]),
    { key: 'contactPerson', label: '联系人', maxLength: 30, half: true },
    { key: 'contactPhone', label: '联系电话', maxLength: 20, half: true, hint: '公开时脱敏，写明意向的人才能看到' },
    { key: 'verifyCode', label: '短信验证码', as: CodeInput, hint: '号码不是账号绑定的手机号时填写' },
  ]
}

const keys = (kind: MarketKind): string[] => Object.keys(saveSchemas[kind].shape)
async function read(kind: MarketKind, id: number): Promise<Record<string, unknown>> {
  const item = await call(marketGroups[kind].findById, { query: { id } })
  const all: Record<string, unknown> = { ...item, version: item.standing!.version }
  return Object.fromEntries(keys(kind).map((key) => [key, all[key] ?? null]))
}

interface Props {
  kind: MarketKind
  row: MarketItem | null
  /** the appeal from which a new item is registered */
  appealId: number | null
  onClose(): void
  onDone(saved: { id: number; title: string }): Promise<unknown>
}
/** Registers or changes an item; it says beforehand which changes take it off the public list until the next review. */
export function MarketForm({ kind, row, appealId, onClose, onDone }: Props) {
  const { name } = marketKinds[kind]
  const type = useViewer()?.type
  const passed = row?.reviewState === marketStates.code.passed
  const refused = row?.reviewState === marketStates.code.refused
  const why = useQuery({
    queryKey: ['market', 'refusal', row?.id],
    queryFn: async () => {
      const { list } = await call(logOf(kind).list, { query: { itemId: row!.id, pageSize: 100 } }, { silent: true })
      return list.find(({ move, opinion }) => move === 'reject' && opinion)?.opinion ?? null
    },
    enabled: refused,
  })
  const options = useQuery({ queryKey: ['market', 'options', kind], queryFn: () => call(marketGroups[kind].enums, { query: {} }) })
  const found = useQuery({
    queryKey: ['market', 'form', kind, row?.id ?? null, appealId],
    queryFn: async (): Promise<FirstValues> => (row ? { values: await read(kind, row.id), note: null } : firstValues(kind, type, appealId)),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <FormDrawer open title={row ? `编辑${name}` : `登记${name}`} onClose={onClose} size={900}>
      {passed && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          title="价格、可租面积、日期和联系方式修改后立即生效并留下记录；修改其他内容要重新审核，审核通过前不公开。"
        />
      )}
      {refused && why.data && <Alert type="warning" showIcon style={{ marginBottom: 16 }} title={`审核未通过：${why.data}`} />}
      {found.data?.note && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={found.data.note} />}
      {found.data && options.data && (
        <RecordForm
          schema={saveSchemas[kind] as RunTimeSchema}
          fields={fieldsFor(kind, options.data, passed)}
          initial={found.data.values}
          draft={row ? undefined : { key: `market:${kind}:${appealId === null ? 'new' : `appeal:${appealId}`}` }}
          latest={row ? () => read(kind, row.id) : undefined}
          onCancel={onClose}
          onSubmit={async (values) => {
            const saved = await call(marketGroups[kind].save, { body: values as object as MarketSave }, { silent: true })
            toast.success(saved.reviewState === marketStates.code.passed ? '已更新，立即生效' : '已提交，审核通过后公开')
            onClose()
            await onDone({ id: saved.id, title: (values as { title: string }).title })
          }}
        />
      )}
    </FormDrawer>
  )
}
