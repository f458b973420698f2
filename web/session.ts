import type { Viewer } from '../contract/site.ts'
import { useRootData } from './shell/root-data.ts'

export function useViewer(): Viewer | null {
  return useRootData()?.viewer ?? null
}
export async function openOutside(url: string): Promise<void> {
  window.open(url, '_blank', 'noopener')
}
