import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { access, type HeldRole } from '../../../contract/identity/access.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import css from './explain.module.css'

/** The roles of a user with what each gives, before a single question is asked. */
export function HeldRoles({ userId }: { userId: number }) {
  const read = useQuery({
    queryKey: ['held-roles', userId],
    queryFn: () => call(access.overview, { query: { userId } }, { silent: true }),
    retry: false,
    gcTime: 0,
  })
  return (
    <section aria-label="持有的角色" className={css.held}>
      <h3>持有的角色</h3>
      {read.isError ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : !read.data && <Spin />}
      {read.data?.length === 0 && <p>没有角色：登录后只能看自己的消息和账号设置。</p>}
      {read.data?.map((role) => (
        <Role key={role.roleId} role={role} />
      ))}
    </section>
  )
}

function Role({ role }: { role: HeldRole }) {
  return (
    <details className={css.role}>
      <summary>
        {role.roleName}
        {role.term && <span className="meta">（{role.planned ? `尚未生效，${role.term}` : role.term}）</span>}
        <span className={`meta ${css.counts}`}>
          菜单 {role.screens.length} 个，权限 {role.permissions.length} 项，数据 {role.data.length} 类
        </span>
      </summary>
      <dl>
        <dt>菜单</dt>
        <dd>{role.screens.join('、') || '没有'}</dd>
        <dt>权限</dt>
        <dd>{role.permissions.join('、') || '没有'}</dd>
        <dt>数据</dt>
        <dd>
          {role.data.length === 0 && '没有规则，看不见任何一行'}
          {role.data.map(({ title, words }) => (
            <p key={title}>
              {title}：{words}
            </p>
          ))}
        </dd>
      </dl>
    </details>
  )
}
