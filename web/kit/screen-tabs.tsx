import type { ComponentType } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Tabs } from './tabs.tsx'

export interface ScreenTab {
  key: string
  label: string
  Body: ComponentType
}

/**
 * Tabs of one screen, each with its own list state in the address; the first is the screen without `?tab=`. Only the open tab is rendered.
 */
export function ScreenTabs({ tabs, label }: { tabs: readonly ScreenTab[]; label: string }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const open = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0]
  if (!open) return null
  if (tabs.length === 1) return <open.Body />
  return (
    <>
      <Tabs
        aria-label={label}
        besideName
        activeKey={open.key}
        items={tabs.map(({ key, label: name }) => ({ key, label: name }))}
        onChange={(key) => void navigate(key === tabs[0]!.key ? '?' : `?tab=${key}`)}
      />
      <open.Body key={open.key} />
    </>
  )
}
