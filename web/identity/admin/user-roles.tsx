import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { DATE_FORMAT_1 } from '../../../contract/constants.ts'
import { rightsPreview } from '../../../contract/identity/rights-effect.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { users, type UserRow } from '../../../contract/identity/users.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { call } from '../../api.ts'
import DateInput from '../../kit/date/date-input.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { toast } from '../../toast.ts'
import { AskChange } from './ask-change.tsx'
import { OpenChanges } from './open-changes.tsx'
import { PreviewRights } from './preview-rights.tsx'
import { RightsBack } from './rights-back.tsx'
import css from './user-roles.module.css'

/** An assigned role; a limited one is valid only from and to the given days. */
interface Chosen {
  id: number
  limited: boolean
  from: string | null
  to: string | null
}
const heldBy = (user: UserRow): Chosen[] => user.roles.map(({ id, from, to }) => ({ id, limited: to !== null, from, to }))

/** Assigns roles to a staff account, permanently or for some days. */
export function UserRoles({ user, onClose, onDone }: { user: UserRow; onClose(): void; onDone(): Promise<unknown> }) {
  const held = heldBy(user)
  const [chosen, setChosen] = useState(held)
  const options = useQuery({
    queryKey: ['role-options'],
    queryFn: () => call(roles.options, { query: {} }, { silent: true }),
    retry: false,
  })
  const waiting = useQuery({
    queryKey: ['waiting-roles', user.id],
    queryFn: () => call(rightsPreview.waiting, { query: { id: user.id } }, { silent: true }),
    gcTime: 0,
  })
  const limited = chosen.filter((one) => one.limited)
  const { busy, failure, run, refuse, mended } = useSubmit(() =>
    call(
      users.saveRoles,
      {
        body: {
          id: user.id,
          version: user.version,
          ...rolesAsked(chosen),
        },
      },
      { silent: true },
    ),
  )
  // A role that begins later is shown as well: what it will give is to be understood before it acts.
  const later = limited.filter(({ from }) => from !== null && from > shanghaiDay(Date.now()))
  const changed = JSON.stringify(sorted(chosen)) !== JSON.stringify(sorted(held))
  const close = useCloseQuestion(onClose)
  const fixed = user.roles.filter((role) => options.data?.find((o) => o.id === role.id)?.grantable === false)
  const change = (id: number, next: Partial<Chosen> | null) => {
    mended()
    setChosen((now) =>
      next === null
        ? now.filter((one) => one.id !== id)
        : now.some((one) => one.id === id)
          ? now.map((one) => (one.id === id ? { ...one, ...next } : one))
          : [...now, { id, limited: false, from: null, to: null, ...next }],
    )
  }
  const send = async () => {
    const open = limited.findIndex(({ to }) => to === null)
    if (open >= 0) return refuse({ path: `terms.${open}.to`, message: '请选择结束日期' })
    if (!(await run())) return
    toast.success('已保存，对方下次操作时生效')
    onClose()
    await onDone()
  }
  return (
    <Modal
      open
      title={`“${user.name}”的角色`}
      okText={held.length > 0 && chosen.length === 0 ? '收回' : '保存'}
      cancelText={fixed.length > 0 ? '关闭' : '取消'}
      confirmLoading={busy}
      okButtonProps={{ disabled: !changed }}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <RightsBack
            kind="userRoles"
            id={user.id}
            title={`“${user.name}”的角色修改记录`}
            onDone={async (isDone) => {
              // A refused restore leaves what is ticked here.
              if (isDone) onClose()
              await onDone()
            }}
          />
          <CancelBtn />
          {fixed.length === 0 && <OkBtn />}
        </>
      )}
      onCancel={() => close(changed)}
      onOk={() => void send()}
    >
      {options.isError ? (
        <ErrorState error={options.error} onRetry={() => void options.refetch()} />
      ) : fixed.length > 0 ? (
        <p>{fixed.map((role) => role.name).join('、')}不兼任其他角色，任免须在服务器上办理。</p>
      ) : (
        <>
          <p className="meta">
            {user.officeName ?? '未分配部门'}。勾选即授予，取消勾选即收回；限期的角色到开始日期自动生效，过了结束日期自动收回。
          </p>
          <OpenChanges of="角色" changes={waiting.data ?? []} />
          <ul className={css.roles}>
            {(options.data ?? [])
              .filter((o) => o.grantable)
              .map((o) => {
                const one = chosen.find(({ id }) => id === o.id)
                const place = limited.findIndex(({ id }) => id === o.id)
                const fault = place < 0 ? undefined : failure?.fields.find(({ path }) => path.startsWith(`terms.${place}.`))?.message
                return (
                  <li key={o.id}>
                    <Checkbox checked={one !== undefined} onChange={(e) => change(o.id, e.target.checked ? {} : null)}>
                      {o.label}
                    </Checkbox>
                    {one && (
                      <Checkbox
                        checked={one.limited}
                        aria-label={`限期：${o.label}`}
                        onChange={(e) => change(o.id, { limited: e.target.checked, from: null, to: null })}
                      >
                        限期
                      </Checkbox>
                    )}
                    {one?.limited && (
                      <span className={css.days}>
                        <DateInput
                          format={DATE_FORMAT_1}
                          aria-label={`开始日期：${o.label}`}
                          placeholder="今天开始"
                          value={one.from}
                          onChange={(from) => change(o.id, { from: from as string | null })}
                        />
                        <span>至</span>
                        <DateInput
                          format={DATE_FORMAT_1}
                          aria-label={`结束日期：${o.label}`}
                          placeholder="结束日期"
                          value={one.to}
                          onChange={(to) => change(o.id, { to: to as string | null })}
                        />
                      </span>
                    )}
                    {fault && <p className={css.fault}>{fault}</p>}
                  </li>
                )
              })}
          </ul>
          {changed && (
            <div className={css.effect}>
              {later.length > 0 && (
                <p className="meta">
                  影响包括以后才开始的角色：
                  {later.map(({ id, from }) => `${options.data?.find((o) => o.id === id)?.label ?? ''}自 ${from} 起`).join('、')}。
                </p>
              )}
              <PreviewRights
                of={JSON.stringify(sorted(chosen))}
                ask={() => call(rightsPreview.person, { body: { id: user.id, ...rolesAsked(chosen) } }, { silent: true })}
              />
              {limited.every(({ to }) => to !== null) && <AskChange change={{ userId: user.id, ...rolesAsked(chosen) }} onDone={onClose} />}
            </div>
          )}
        </>
      )}
      {failure && !failure.fields.some(({ path }) => path.startsWith('terms.')) && (
        <p role="alert" className={css.fault}>
          {failure.fields[0]?.message ?? failure.message}
        </p>
      )}
    </Modal>
  )
}

const rolesAsked = (chosen: readonly Chosen[]) => ({
  roleIds: chosen.filter((one) => !one.limited).map(({ id }) => id),
  terms: chosen.filter((one) => one.limited).map(({ id, from, to }) => ({ roleId: id, from, to: to ?? '' })),
})
const sorted = (list: readonly Chosen[]) => list.toSorted((a, b) => a.id - b.id)
