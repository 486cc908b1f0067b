import { chromium } from '@playwright/test'
import { createServer } from 'node:http'
import { readFileSync, existsSync } from 'node:fs'
const types={html:'text/html; charset=utf-8',css:'text/css',js:'text/javascript',svg:'image/svg+xml',woff2:'font/woff2',png:'image/png'}
const server=createServer((q,r)=>{const p=q.url.split('?')[0];let f='dist'+(p==='/'?'/index.html':existsSync('dist'+p+'.html')?p+'.html':p);if(!existsSync(f))f='dist/404.html';const send=()=>{r.setHeader('content-type',types[f.split('.').pop()]??'application/octet-stream');r.end(readFileSync(f))};f.endsWith('woff2')?setTimeout(send,700):send()}).listen(0,'127.0.0.1')
await new Promise(r=>server.on('listening',r))
const base='http://127.0.0.1:'+server.address().port
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']})
for(const p of ['/nope','/','/cv','/on-the-web','/about']){const c=await b.newContext({viewport:{width:412,height:823},deviceScaleFactor:1.75,isMobile:true});const g=await c.newPage()
await g.addInitScript(()=>{window.ls=[];new PerformanceObserver(l=>{for(const e of l.getEntries())window.ls.push([e.value,...e.sources.map(s=>[s.node?.outerHTML?.slice(0,80)||s.node?.textContent?.slice(0,40),JSON.stringify(s.previousRect),JSON.stringify(s.currentRect)].join(' '))])}).observe({type:'layout-shift',buffered:true})})
await g.goto(base+p);await g.waitForTimeout(1500);console.log(p,await g.evaluate(()=>window.ls));await c.close()}
await b.close();server.close()
