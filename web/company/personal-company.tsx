import { Button } from 'antd'
import { useState } from 'react'
import { binding, bindingStateCodes, bindingStates, type BindingRow } from '../../contract/binding.ts'
import { USER_TYPE_INDIVIDUAL } from '../../contract/constants.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { session, useActing, useUser } from '../session.ts'
import { toast } from '../toast.ts'
import { BindingDetail } from './binding-detail.tsx'
import css from './archive/enterprise-archive.module.css'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'

const BindingForm = lazyPart(() => import('./binding-form.client.tsx').then((m) => m.BindingForm))

const LIST = 'personalCompany'
const { statuses } = bindingStateCodes

const fields = fieldsOf(
  binding.list,
  { key: 'keyword', label: '企业', kind: 'text', on: ['search'], placeholder: '企业名称或社会信用代码' },
  { key: 'companyName', label: '企业名称', on: ['table'], card: 'title', width: 260 },
  { key: 'code', label: '社会信用代码', on: ['table'], width: 200 },
  { key: 'userName', label: '申请人', on: ['table'], width: 100 },
  { key: 'position', label: '职务', on: ['table'], width: 120 },
  { key: 'state', label: '状态', kind: 'status', statuses, on: ['search', 'table'], width: 120 },
  { key: 'createTime', label: '申请时间', kind: 'dateTime', on: ['table'], width: 160 },
)
const shape = searchShape(searchFields(fields))

/**
 * 企业绑定: a person applies for bindings and switches to a bound company; staff or the company's own account examine applications (spec §6).
 */
export default function PersonalCompany() {
  const user = useUser()
  const person = user?.type === USER_TYPE_INDIVIDUAL
  const acting = useActing()
  const refresh = useRefreshList(LIST)
  const [asking, setAsking] = useState(false)
  const [looking, setLooking] = useState<number | null>(null)

  const actions: RowAction<BindingRow>[] = [
    {
      label: '切换到该企业',
      when: (row) => person && row.state === bindingStates.bound,
      run: (row) => session.changeToCompany(row.companyId),
    },
    {
      label: (row) => (row.allowed.includes('approve') ? '审核' : '查看'),
      open: (row) => setLooking(row.id),
    },
    {
      label: (row) => (row.state === bindingStates.bound ? '解除绑定' : row.state === bindingStates.waiting ? '撤回申请' : '删除'),
      when: (row) => row.allowed.includes('unbind') || row.allowed.includes('remove'),
      danger: true,
      ask: (row) =>
        row.state === bindingStates.bound
          ? person || acting
            ? {
                title: `解除与“${row.companyName}”的绑定？`,
                effect: '解除后立即不能再以该企业的身份办事，以其名义所做的模拟、测算和分享链接随即失效，已提交的申报不受影响。',
              }
            : {
                title: `解除${row.userName}与“${row.companyName}”的绑定？`,
                effect:
                  '解除后，该人员立即不能再以该企业的身份办事，其以该企业名义所做的模拟、测算和分享链接随即失效，已提交的申报不受影响。',
              }
          : row.state === bindingStates.waiting
            ? { title: `撤回对“${row.companyName}”的申请？`, effect: '撤回后可以重新申请。' }
            : { title: `删除对“${row.companyName}”的申请？`, effect: '删除后可以重新申请。' },
      run: async (row) => {
        await call(binding.remove, { body: { id: row.id, version: row.version } })
        toast.success(row.state === bindingStates.bound ? '已解除绑定' : row.state === bindingStates.waiting ? '已撤回申请' : '已删除')
        await refresh()
      },
    },
  ]
  return (
    <>
      {person && (
        <p className={css.note}>绑定企业后，您可以切换为该企业的身份查看档案、申报项目。申请由企业服务中心或企业自己的账号审核。</p>
      )}
      {acting && (
        <p className={css.note}>
          您正以“{user?.companyName}”的身份办事，可在右上角菜单切回个人身份。档案授权、收款账户和他人的绑定由企业自己的账号办理。
        </p>
      )}
      <SearchBar fields={searchFields(fields)} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        actions={actions}
        endpoint={binding.list}
        tools={
          person && (
            <Button type="primary" onClick={() => setAsking(true)}>
              申请绑定企业
            </Button>
          )
        }
        first={person ? '还没有绑定企业，点“申请绑定企业”开始。' : '还没有绑定申请。'}
      />
      <FormDrawer title="申请绑定企业" open={asking} onClose={() => setAsking(false)} size={640}>
        <BindingForm
          onCancel={() => setAsking(false)}
          onDone={async () => {
            toast.success('申请已提交，请等待审核')
            setAsking(false)
            await refresh()
          }}
        />
      </FormDrawer>
      <BindingDetail id={looking} onClose={() => setLooking(null)} onDone={() => void refresh()} />
    </>
  )
}
