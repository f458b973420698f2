import { roleWords } from '../../../contract/identity/role-words.ts'
import { userTypeNames } from '../../../contract/identity/user-types.ts'
import type { ResetAsked } from '../../../contract/identity/factor-reset.ts'
import { users } from '../../../contract/identity/users.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { searchShape } from '../../kit/table/search-bar.tsx'
import { AnyOffice, roleOptions } from './choices.tsx'

/** On as many lines as it needs, not cut. */
const whole = { whiteSpace: 'normal' } as const
const Whole = ({ words }: { words: readonly string[] }) => (
  <span style={whole}>
    {words.map((one, i) => (
      <span key={one} style={{ display: 'inline-block' }}>
        {one}
        {i < words.length - 1 && '、'}
      </span>
    ))}
  </span>
)
/** Who asked to remove the second factor, since when, until when and why. */
const ResetMark = ({ asked: { askedBy, own, askTime, until, reason } }: { asked: ResetAsked }) => (
  <span style={{ display: 'block', overflowWrap: 'anywhere' }}>
    <StatusTag tone="waiting">{own ? '解除待他人确认' : '解除待确认'}</StatusTag>
    <span className="meta" style={{ display: 'block' }}>
      {own ? '您' : askedBy}于 <span className="num">{localMinute(askTime)}</span> 提出，<span className="num">{localMinute(until)}</span>{' '}
      前有效。原因：{reason}
    </span>
  </span>
)

export const fields = fieldsOf(
  users.list,
  { key: 'name', label: '姓名', on: ['search', 'table'], searchLabel: '姓名或用户名', width: 140, card: 'title' },
  { key: 'userName', label: '用户名', on: ['table'], width: 120 },
  {
    key: 'type',
    label: '类型',
    kind: 'select',
    options: Object.entries(userTypeNames).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 100,
    hidden: true,
    show: (row) => userTypeNames[row.type],
  },
  { key: 'officeId', label: '部门', as: AnyOffice, on: ['search', 'table'], width: 170, show: (row) => row.officeName ?? '无' },
  {
    key: 'roles',
    searchKey: 'roleId',
    label: '角色',
    kind: 'select',
    options: roleOptions,
    on: ['search', 'table'],
    width: 200,
    // Somebody may hold several, each with its dates: they are read in full.
    show: (row) => (row.roles.length > 0 ? <Whole words={row.roles.map(roleWords)} /> : '未授予'),
  },
  {
    key: 'enableFlag',
    label: '状态',
    kind: 'select',
    options: [
      { value: 1, label: '启用' },
      { value: 0, label: '停用' },
    ],
    on: ['search', 'table'],
    width: 220,
    show: (row) => (
      <span style={whole}>
        <StatusTag tone={row.enableFlag ? 'done' : 'off'}>{row.enableFlag ? '启用' : '停用'}</StatusTag>
        {row.locked && <StatusTag tone="urgent">已锁定</StatusTag>}
        {row.secondFactor && <StatusTag tone="running">动态验证码</StatusTag>}
        {row.factorReset && <ResetMark asked={row.factorReset} />}
      </span>
    ),
  },
  {
    key: 'mobile',
    label: '手机号',
    on: ['search', 'table'],
    placeholder: '完整的手机号',
    width: 130,
    show: (row) => <span className="num">{row.mobile || '无'}</span>,
  },
  {
    key: 'secondFactor',
    label: '动态验证码',
    kind: 'select',
    options: [
      { value: 0, label: '没有（工作人员）' },
      { value: 1, label: '有' },
    ],
    on: ['search'],
  },
  { key: 'locked', label: '登录锁定', kind: 'select', options: [{ value: '1', label: '已锁定' }], on: ['search'] },
  {
    key: 'factorReset',
    label: '解除动态验证码的申请',
    kind: 'select',
    options: [
      { value: 'others', label: '待我确认' },
      { value: 'mine', label: '本人提出' },
    ],
    on: ['search'],
  },
  {
    key: 'lastLogin',
    label: '最近登录',
    on: ['table'],
    width: 150,
    show: (row) => (row.lastLogin ? <span className="num">{localMinute(row.lastLogin)}</span> : '从未登录'),
  },
)
export const criteria = searchFields(fields)
/** For those who do not decide about requests. */
export const withoutResets = criteria.filter(({ key }) => key !== 'factorReset')
export const shape = searchShape(criteria)
