// Load balancers, configured so that restarting a replica fails no request.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dir, start } from './processes.mjs'

const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }

/** Starts nginx on address in front of the replicas. */
export async function nginx(address, replicas) {
  const folder = join(dir, 'nginx')
  await mkdir(folder, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
worker_processes 1;
${process.getuid() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
    access_log off;
    ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n    ')}
    upstream portfolio {
        ${replicas.map((replica) => `server ${replica} max_fails=0;`).join('\n        ')}
        keepalive 32;
    }
    server {
        listen ${address};
        client_max_body_size 60m;
        proxy_request_buffering off;
        proxy_connect_timeout 1s;
        proxy_read_timeout 120s;
        proxy_send_timeout 120s;
        location / {
            proxy_pass http://portfolio;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
        }
    }
}
`,
  )
  return start(
    'nginx',
    'nginx',
    ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'error.log')],
    { env },
  )
}

/** Starts Caddy on address in front of the replicas. */
export async function caddy(address, replicas) {
  const file = join(dir, 'Caddyfile')
  await writeFile(
    file,
    `{
	admin off
	auto_https off
}
http://${address} {
	bind 127.0.0.1
	reverse_proxy ${replicas.join(' ')} {
		lb_policy round_robin
		# Skips a replica that refuses connections and tries another.
		lb_try_duration 5s
		health_uri /api/health/
		health_interval 500ms
	}
}
`,
  )
  return start('caddy', 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env })
}
