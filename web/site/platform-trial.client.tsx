import { useQuery } from '@tanstack/react-query'
import { Modal, Spin } from 'antd'
import { platforms, type PlatformRow } from '../../contract/site/platforms.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { PlatformOff } from './platform-off.tsx'
import css from './site.module.css'

/** For a platform with OIDC, the address that a visitor who is logged in would open. */
export function PlatformTrial({ platform, onClose }: { platform: PlatformRow; onClose(): void }) {
  const read = useQuery({
    queryKey: ['platform-try-login', platform.id],
    queryFn: () => call(platforms.tryLogin, { query: { id: platform.id } }, { silent: true }),
    retry: false,
    gcTime: 0,
  })
  return (
    <Modal open title={`试签“${platform.name}”`} footer={null} width={640} onCancel={onClose}>
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <Spin />
      ) : (
        <>
          {read.data.enableFlag === 0 && <PlatformOff>真实的登录会被拒绝，访客打开时不登录，直接到平台地址。</PlatformOff>}
          <p>
            登录的企业和个人从本平台打开对方时，先到下面的地址，由对方向统一身份认证核对身份。地址里没有个人信息，未登录的访客直接打开平台地址。
          </p>
          <dl className={css.sample}>
            <dt>将要打开的地址</dt>
            <dd>
              <code>{read.data.url}</code>
            </dd>
            <dt>统一身份认证（iss）</dt>
            <dd>
              <code>{read.data.issuer}</code>
            </dd>
            <dt>登录以后打开（target_link_uri）</dt>
            <dd>
              <code>{read.data.target}</code>
            </dd>
          </dl>
          <p className="meta">
            近 24 小时登录的企业和个人打开 <span className="num">{read.data.usedNum}</span> 次，同一次登录只算一次。
          </p>
        </>
      )}
    </Modal>
  )
}
