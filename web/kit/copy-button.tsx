import { Button } from 'antd'
import type { ReactNode } from 'react'
import { copyText } from './copy-text.ts'
import { Icon } from './icons.tsx'

/** Copies a text. */
export const CopyButton = ({ text, children = '复制' }: { text: string; children?: ReactNode }) => (
  <Button size="small" icon={<Icon name="copy" />} onClick={() => void copyText(text)}>
    {children}
  </Button>
)
