# `make` lists the commands. JAVA_HOME names JDK 25, or scripts/jdk finds it.
SHELL := /bin/bash
check-% test-% target/packaged target/dist/made: export TIMEFORMAT = $@: %0R s, processors %0U s
export JAVA_HOME := $(shell scripts/jdk)
export MVN := $(if $(shell sh -c 'command -v mvn'),mvn,./mvnw) --batch-mode --no-transfer-progress

.PHONY: help run test-fast test format clean check check-tests check-times check-postgres-15 check-citus check-docs check-dist check-clients check-bench check-all \
	check-push test-citus test-people trial bench bench-quick bench-against bench-cluster dist release-check site site-serve

help: # lists targets with ## before their description, and headings that begin with ###
	@sed -nE 's/^### /\n/p; s/^([a-z0-9-]+):.*## /  \1\t/p' Makefile | expand -t 22

### Develop
run: server/target/stockroom-server.jar cli/target/stockroom-cli.jar ## build, then serve with demonstration data; STOCKROOM_PORT chooses the port
	@exec $(JAVA_HOME)/bin/java --sun-misc-unsafe-memory-access=allow -jar server/target/stockroom-server.jar demo $(DEMO)

# the folder for demo.json
DEMO = target

# the jars are built only if a source has changed since, whichever command built them
server/target/stockroom-server.jar cli/target/stockroom-cli.jar: $(shell find pom.xml server/pom.xml server/src/main cli/pom.xml cli/src/main clients/java/pom.xml clients/java/src/main -type f)
	$(MVN) --quiet --threads 2 --projects server,cli --also-make package -Dmaven.test.skip -P compiler-checks
	@touch server/target/stockroom-server.jar cli/target/stockroom-cli.jar

# Other programs double the time it takes, but add only half to its processor time (135 to 240 s seen), which is limited.
test-fast: ## run the contract and every other test that is not tagged slow; 90 s, fails above 400 s of processor time
	@[ -d cli/target/test-classes ] || $(MVN) --quiet test-compile --projects server,clients/java,cli -Dspotless.check.skip
	@exec 3>&2; TIMEFORMAT=%0U; used=$$({ time $(MVN) test --projects server,clients/java,cli \
		-Dtests.excluded=proxies,faults,cluster,ha,alerts,alone,slow -Dspotless.check.skip >&3 2>&1; } 2>&1) || exit; \
	echo "test-fast: $$SECONDS s, processor time $$used s (expected: at most 90 s, 400 s)"; \
	[ "$$used" -le 400 ] || { echo 'test-fast: tag "slow" what takes seconds; target/surefire-reports of each module say what does' >&2; exit 1; }

test: ## run all tests on an embedded PostgreSQL 18
	$(MVN) test
	@scripts/skipped-tests

format: ## format the sources
	$(MVN) --quiet spotless:apply

clean: ## delete all build results
	$(MVN) --quiet clean
	rm -rf target docs/node_modules

### Check
check: target/packaged ## run everything CI runs: make test-fast, then the parts below in parallel, then the tests that measure times
	+@$(MAKE) --no-print-directory test-fast
	+@$(MAKE) --no-print-directory --jobs=3 --output-sync=target check-tests check-citus check-docs check-dist check-push check-clients check-postgres-15
	+@$(MAKE) --no-print-directory check-bench check-times
	@scripts/skipped-tests

check-tests: target/packaged ## run the server's slow tests on PostgreSQL 18
	@time $(MVN) surefire:test@default-test --projects server -Dgroups=slow -Dtests.processes=2

check-times: target/packaged ## run the tests that measure times or memory; nothing else may run at the same time
	@time $(MVN) surefire:test@alone --projects server,cli,bench

# `make trial NAME=postgres-15` runs the rest of the contract on PostgreSQL 15, `make trial NAME=citus` on Citus
check-postgres-15: target/packaged ## run the contract's samples on PostgreSQL 15
	@time POSTGRES_OPTIONS='-c fsync=off' scripts/with-postgres bash -c 'TEST_DATABASE="jdbc:postgresql://127.0.0.1:$$PGPORT/postgres" \
		$(MVN) surefire:test --projects server -Dtest=ContractTest,RolesTest -Dsurefire.reportNameSuffix=postgres-15'

check-citus: target/packaged
	@if [ -e "$$(pg_config --sharedir)/extension/citus.control" ]; then $(MAKE) --no-print-directory test-citus CITUS_GROUPS='also-on-citus|cluster'; \
	else echo 'Citus is not installed: the contract is not tried on a cluster'; fi

check-docs: target/packaged ## run the commands of the README and the quickstart, open the documentation in a browser; needs Node.js, Chromium
	@time scripts/test-docs

test-people: target/packaged ## sign people in with a browser, at the demonstration; one minute, needs Node.js, Chromium
	@time scripts/test-people

check-dist: dist ## install the distribution, follow the quickstart with the demonstration, run the server behind proxies; needs nginx, HAProxy
	@time scripts/test-dist
	@time scripts/test-demo
	@time $(MVN) surefire:test --projects server -Dgroups=proxies -Dtests.excluded=none -Dsurefire.reportNameSuffix=proxies

# pushes stock at the platform's pace, and mostly waits
check-push: dist
	@time scripts/test-push 660

check-clients: target/packaged ## run the slow tests of command line and Java client, and contract/client with every client; needs Python 3, PHP, Node.js
	@time $(MVN) surefire:test@default-test --projects clients/java,cli -Dgroups=slow -Dtests.processes=2
	@time scripts/with-demo bash -euc 'scripts/test-clients; scripts/test-first-calls PHP'

check-bench: dist ## run the benchmark's tests and a smoke run; needs wrk, gnuplot-nox
	@time $(MVN) surefire:test@default-test --projects bench
	@time bench/run smoke

check-all: ## run make check, then every trial at full size, as before a release
	scripts/trial --needs all
	+$(MAKE) --no-print-directory check
	scripts/trial all

trial: ## run a long trial: make trial NAME=faults; without NAME, list them with minutes and needs
	@scripts/trial $(NAME)

# check-citus runs the contract's samples, isolation, limits, keys, undo and deletion, and tests tagged cluster
CITUS_GROUPS = contract|limits|usage|cluster
test-citus: target/packaged ## run the contract, limits and isolation of merchants on a Citus cluster, then kill workers; needs PostgreSQL 15 with Citus
	@time POSTGRES_OPTIONS='-c fsync=off' scripts/with-citus bash -c '$(ON_CITUS) -DforkCount=2 "-Dgroups=($(CITUS_GROUPS))&!cluster-faults"'
	@time POSTGRES_OPTIONS='-c fsync=off' scripts/with-citus bash -c '$(ON_CITUS) -Dgroups=cluster-faults'

ON_CITUS = TEST_DATABASE="jdbc:postgresql://127.0.0.1:$$PGPORT/postgres" TEST_CITUS_WORKERS="$$CITUS_WORKERS" \
	$(MVN) surefire:test --projects server -Dtests.excluded=none -Dsurefire.reportNameSuffix=citus

### Measure
bench: dist ## measure everything against bare PostgreSQL and write docs/performance.md; 25 minutes, needs wrk, gnuplot-nox
	bench/run full

bench-quick: dist ## measure the main operations after a warm-up; six minutes, figures in target/figures
	bench/run quick

bench-against: dist ## compare with another commit: make bench-against REF=main [ROUNDS=9 ONLY=stock-list,create-stock-2700]; 30 minutes, needs wrk
	base=$$(scripts/dist-of "$(REF)") && bench/run against "$$base" $(or $(ROUNDS),9) $(ONLY)

bench-cluster: dist ## compare a Citus cluster with one PostgreSQL; 15 minutes, needs wrk, PostgreSQL 15 with Citus
	bench/run cluster

### Release and documents
dist: target/dist/made ## pack server, command line and their files into a .deb and a tar, and pack the demonstration, in target/dist

# runs only if a source has changed; the page that trials write is no source
target/dist/made: target/packaged $(shell find deploy scripts contract docs -name node_modules -prune -o -name .vitepress -prune -o -name reliability.md -o -type f -print)
	@time scripts/dist
	@time scripts/dist-deb
	@time scripts/dist-demo
	@touch target/dist/made # must be newer than its sources

# checks the format and builds the jars and tests, and installs them in the local repository, where the tests of one
# module find the others
target/packaged: $(shell find pom.xml */pom.xml */src clients/java/pom.xml clients/java/src -type f)
	@time $(MVN) --threads 2 install -DskipTests
	@mkdir -p target && touch $@

release-check: ## do everything of a release except the upload, from a clean clone; results in target/release (RELEASING.md)
	scripts/release-check

site: docs/node_modules/.package-lock.json ## build the documentation into target/site, with search; needs Node.js 18 or newer
	npm --prefix docs run --silent build

site-serve: docs/node_modules/.package-lock.json ## show the documentation at http://localhost:5173 while you write it
	npm --prefix docs run --silent serve

# npm writes this file last, so an installation that was stopped is repeated
docs/node_modules/.package-lock.json: docs/package-lock.json
	npm --prefix docs ci --loglevel=error --no-audit --no-fund
	@touch $@
