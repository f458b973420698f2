import { use } from 'react'
import { NonceContext } from './nonce.ts'

/**
 * Links and forms work without scripts; a plain button does not, and React drops a click on a part that is not hydrated yet. A button of
 * the served page that is pressed too early is pressed again once React has attached its properties. When React has drawn a new button in
 * its place meanwhile, that one is pressed: the one with the same words. Buttons created later are ignored. The script text exists only on
 * the server: the browser has run it before this module arrives.
 */
const pressAgain = import.meta.env.SSR
  ? `(()=>{
const waiting=new Set;let known;
const alive=b=>Object.keys(b).some(k=>k.startsWith('__reactProps'));
addEventListener('DOMContentLoaded',()=>{known=new Set(document.querySelectorAll('button[type=button]'))});
addEventListener('click',e=>{
const b=e.target.closest&&e.target.closest('button[type=button]');
if(!b||known&&!known.has(b)||alive(b))return;
e.stopImmediatePropagation();
if(waiting.has(b))return;
waiting.add(b);
const words=b.textContent,here=location.href;
const alike=()=>[...document.querySelectorAll('button[type=button]')].filter(x=>x.textContent===words);
const place=alike().indexOf(b);
const timer=setInterval(()=>{
const now=b.isConnected?b:location.href===here?alike()[place]:null;
if(now!==null&&!(now&&alive(now)))return;
clearInterval(timer);waiting.delete(b);
if(now)now.click()
},50)
},true)})()`.replaceAll('\n', '')
  : ''

export function EarlyClick() {
  const nonce = use(NonceContext)
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: pressAgain }} />
}
