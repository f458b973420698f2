import { ask } from '../shell/confirm.tsx'

/** Asks for confirmation before data is lost. */
export const confirmed = async (title: string, text: string): Promise<boolean> =>
  (await ask({ title, text, confirm: '确定', cancel: '取消' })) === 'confirm'
