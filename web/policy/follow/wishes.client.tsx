import { App, Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { follow, SearchWish, type SavedSearch } from '../../../contract/policy/follow.ts'
import { SEARCHES_MAX } from '../../../contract/policy/follow-codes.ts'
import { industryOptions, levelOptions, supportModeOptions } from '../../../contract/policy/codes.ts'
import { market } from '../../../contract/policy/market.ts'
import { requiredText } from '../../../contract/fields.ts'
import { call } from '../../api.ts'
import { withoutAll } from '../../kit/choose/options.ts'
import { readOptions } from '../../kit/choose/options.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import css from './follow.module.css'
import { LabelField } from './label-field.client.tsx'
import { wishOf } from './wish-address.ts'

const Form = z
  .object({
    name: requiredText(40, '请输入名称'),
    q: z.string().max(64, '关键词最多 64 个字').nullish(),
    policyDepId: z.array(z.union([z.string(), z.number()])).nullish(),
    supportMode: z.array(z.string()).nullish(),
    level: z.array(z.string()).nullish(),
    industry: z.array(z.string()).nullish(),
    labelId: z.array(z.union([z.string(), z.number()])).nullish(),
  })
  .superRefine(({ name: _, ...wish }, ctx) => {
    if (!SearchWish.safeParse(asWish(wish)).success) ctx.addIssue({ code: 'custom', path: ['q'], message: '请至少填写一个条件' })
  })
type Values = z.input<typeof Form>
const asWish = ({ q, policyDepId, labelId, ...rest }: Omit<Values, 'name'>) =>
  Object.fromEntries(
    Object.entries({ q: q?.trim() || undefined, policyDepId: policyDepId?.map(Number), labelId: labelId?.map(Number), ...rest }).filter(
      ([, v]) => v !== undefined && v !== null && (!Array.isArray(v) || v.length > 0),
    ),
  )

const fields = formFields(
  Form,
  { key: 'name', label: '名称', kind: 'text', maxLength: 40, hint: '给这个订阅起个名字，推送时会写明' },
  { key: 'q', label: '关键词', kind: 'text', maxLength: 64, placeholder: '如：数字化 贴息' },
  {
    key: 'policyDepId',
    label: '发文部门',
    kind: 'multiSelect',
    options: {
      key: 'policy-departments',
      load: async () => withoutAll(readOptions(await call(market.departments, { query: {} }, { silent: true }))),
    },
  },
  { key: 'supportMode', label: '支持方式', kind: 'multiSelect', options: supportModeOptions },
  { key: 'level', label: '政策级别', kind: 'multiSelect', options: levelOptions },
  { key: 'industry', label: '行业', kind: 'multiSelect', options: industryOptions },
  { key: 'labelId', label: '政策标签', as: LabelField, hint: '带有其中任一标签的政策' },
)

/** A search in the form's shape: its words become the subscription's name, labels are numbers. */
const broughtValues = (wish: Record<string, string | string[]> | undefined) => ({
  name: typeof wish?.q === 'string' ? wish.q.slice(0, 40) : '',
  ...wish,
  ...(Array.isArray(wish?.labelId) ? { labelId: wish.labelId.map(Number) } : {}),
})

/** 订阅条件: saved searches; all given conditions must match. */
export function Wishes({ searches, onChanged }: { searches: readonly SavedSearch[]; onChanged: () => Promise<void> }) {
  const { modal } = App.useApp()
  const [params, setParams] = useSearchParams()
  const brought = wishOf(params)
  const [editing, setEditing] = useState<SavedSearch | 'new' | null>(brought && searches.length < SEARCHES_MAX ? 'new' : null)
  const close = () => {
    setEditing(null)
    if (brought) setParams({}, { replace: true, preventScrollReset: true })
  }
  const one = editing === 'new' ? null : editing
  const save = async ({ name, ...wish }: Values) => {
    await call(follow.saveSearch, { body: { ...(one ? { id: one.id } : {}), name, wish: asWish(wish) } }, { silent: true })
    toast.success('订阅已保存', 3)
    close()
    await onChanged()
  }
  const remove = (search: SavedSearch) =>
    modal.confirm({
      title: `取消订阅“${search.name}”？`,
      content: '取消后不再收到符合这些条件的新政策。',
      okText: '取消订阅',
      okButtonProps: { danger: true },
      cancelText: '保留',
      onOk: async () => {
        await call(follow.removeSearch, { body: { id: search.id } })
        await onChanged()
      },
    })
  return (
    <section className={`card ${css.block}`} aria-labelledby="sub-wishes">
      <h2 id="sub-wishes">按条件订阅</h2>
      <p className={css.note}>按关键词、部门、支持方式、级别、行业、标签组合；一条中填写的各项须同时符合。最多 {SEARCHES_MAX} 条。</p>
      {searches.length > 0 && (
        <ul className={css.wishes}>
          {searches.map((s) => (
            <li key={s.id} className={css.wish}>
              <strong>{s.name}</strong>
              <span>{s.words}</span>
              <Button size="small" onClick={() => setEditing(s)} aria-label={`修改 ${s.name}`}>
                修改
              </Button>
              <Button size="small" danger onClick={() => remove(s)} aria-label={`取消订阅 ${s.name}`}>
                取消订阅
              </Button>
            </li>
          ))}
        </ul>
      )}
      {editing === 'new' && brought && (
        <p className={css.note} role="status">
          已带入搜索条件，保存后有新发布的政策符合时通知您。
          {brought.left.length > 0 && `${brought.left.join('、')}不作为订阅条件，未带入。`}
        </p>
      )}
      {brought && searches.length >= SEARCHES_MAX && (
        <p className={css.note} role="status">
          订阅条件已满 {SEARCHES_MAX} 条，取消其中一条后才能订阅这个搜索。
        </p>
      )}
      {editing === null ? (
        <Button disabled={searches.length >= SEARCHES_MAX} onClick={() => setEditing('new')}>
          添加订阅条件
        </Button>
      ) : (
        <RecordForm
          key={one?.id ?? 'new'}
          schema={Form}
          draft={{ key: `wish:${one?.id ?? 'new'}` }}
          fields={fields}
          initial={
            (one
              ? { name: one.name, ...one.wish, policyDepId: one.wish.policyDepId?.map(String) }
              : broughtValues(brought?.wish)) as Partial<Values>
          }
          submitText={one ? '保存修改' : '添加'}
          onSubmit={save}
          onCancel={close}
        />
      )}
    </section>
  )
}
