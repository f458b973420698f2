import { Alert } from 'antd'
import type { ReactNode } from 'react'

/** Over a trial of a platform that is switched off: the trial works, what visitors do does not. */
export const PlatformOff = ({ children }: { children: ReactNode }) => (
  <Alert
    type="warning"
    showIcon
    title="这个平台已停用"
    description={<>{children}下面的内容照常生成，只供核对。</>}
    style={{ marginBottom: 12 }}
  />
)
