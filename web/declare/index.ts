/** The button 立即申报 and the checks before a declaration (spec §4). Result and policy pages use it; the declaration itself is a screen. */
export { DeclareButton } from './declare-button.tsx'
