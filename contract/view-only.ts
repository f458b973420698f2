import { quoted } from './quoted.ts'

/** Why nothing can be done while a security officer views the platform as somebody (ADR 0712). */
export const viewOnly = (name: string): string => `正在以${quoted(name)}的视角查看，只能看，不能办理或下载`
