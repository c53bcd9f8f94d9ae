# Every command there is; `make` alone lists them. JDK 25 is found by scripts/jdk, or taken from JAVA_HOME.
export JAVA_HOME := $(shell scripts/jdk)
export MVN := $(if $(shell sh -c 'command -v mvn'),mvn,./mvnw) --batch-mode --no-transfer-progress

.PHONY: help run test-fast test format clean check check-tests check-postgres-15 check-citus check-docs check-dist check-clients check-bench check-all \
	test-citus test-dist trial bench bench-quick bench-against bench-cluster dist release-check site site-serve

help: # what is listed has two # before its description; a line that begins with three is a heading
	@sed -nE 's/^### /\n/p; s/^([a-z0-9-]+):.*## /  \1\t/p' Makefile | expand -t 22

### Develop
run: server/target/stockroom-server.jar cli/target/stockroom-cli.jar ## build, then serve with demonstration data; STOCKROOM_PORT chooses the port
	@exec $(JAVA_HOME)/bin/java --sun-misc-unsafe-memory-access=allow -jar server/target/stockroom-server.jar demo target

# only when something they are made of has changed since they were built, by whatever command
server/target/stockroom-server.jar cli/target/stockroom-cli.jar: $(shell find pom.xml server/pom.xml server/src/main cli/pom.xml cli/src/main clients/java/pom.xml clients/java/src/main -type f)
	$(MVN) --quiet --threads 2 --projects server,cli --also-make package -Dmaven.test.skip=true -Dspotless.check.skip -Dcyclonedx.skip
	@touch server/target/stockroom-server.jar cli/target/stockroom-cli.jar

test-fast: ## the contract and every other test that is not tagged slow: what one runs every minute; fails above 120 s
	@[ -d cli/target/test-classes ] || $(MVN) --quiet test-compile --projects server,clients/java,cli -Dspotless.check.skip
	@begun=$$(date +%s); $(MVN) test --projects server,clients/java,cli -Dtests.excluded=proxies,faults,cluster,ha,alerts,alone,slow -Dspotless.check.skip && \
		took=$$(($$(date +%s) - begun)) && echo "test-fast: $$took s (expected: at most 90; fails above 120)" && \
		{ [ $$took -le 120 ] || { echo 'test-fast: tag "slow" what takes seconds; target/surefire-reports of each module say what does' >&2; exit 1; }; }

test: ## all tests, on an embedded PostgreSQL 18
	$(MVN) test
	@scripts/skipped-tests

format: ## format the sources
	$(MVN) --quiet spotless:apply

clean: ## remove what was built
	$(MVN) --quiet clean
	rm -rf target docs/node_modules

### Check
check: check-tests ## everything CI runs: the seven parts below, of which three run side by side
	+$(MAKE) --no-print-directory --jobs=3 --output-sync=target check-docs check-dist check-postgres-15 check-citus
	+$(MAKE) --no-print-directory check-clients check-bench

check-tests: ## format, compiler and architecture checks, all tests on PostgreSQL 18
	$(MVN) verify
	mkdir -p target && touch target/packaged

check-postgres-15: target/packaged ## the contract on PostgreSQL 15
	scripts/contract-on-postgres-15

check-citus: target/packaged ## make test-citus where Citus is installed
	@if [ -e "$$(pg_config --sharedir)/extension/citus.control" ]; then $(MAKE) --no-print-directory test-citus; \
	else echo 'Citus is not installed: the contract is not tried on a cluster'; fi

check-docs: target/packaged ## the commands of the README and the quickstart, the documentation in a browser; needs Node.js, Chromium
	scripts/test-guide README.md
	scripts/test-docs

check-dist: dist test-dist ## the distribution as an operator installs it, the unpacked demonstration by the quickstart, stock pushed at its pace, the server behind proxies; needs nginx, HAProxy
	scripts/test-demo
	scripts/test-push 660
	$(MVN) surefire:test --projects server -Dgroups=proxies -Dtests.excluded=none

check-clients: target/packaged ## the scenarios of contract/client with every client in clients/, and the first call of docs/clients.md in PHP; needs Python 3, PHP, Mono, Node.js
	scripts/with-demo bash -euc 'scripts/test-clients; scripts/test-first-calls PHP'

check-bench: dist ## a smoke run of the benchmark; needs wrk, gnuplot-nox
	bench/run smoke

check-all: ## check, then every trial at full size; before a release
	scripts/trial --needs all
	+$(MAKE) --no-print-directory check
	scripts/trial all

trial: ## a long trial: make trial NAME=faults; alone it lists them, with minutes and needs
	@scripts/trial $(NAME)

test-citus: target/packaged ## the contract, limits and isolation of merchants on a Citus cluster, then workers killed; needs PostgreSQL 15 with Citus
	for groups in "(contract|limits|usage|cluster)&!cluster-faults" cluster-faults; do \
		GROUPS_TO_RUN="$$groups" POSTGRES_OPTIONS='-c fsync=off' scripts/with-citus bash -c \
			'TEST_DATABASE="jdbc:postgresql://127.0.0.1:$$PGPORT/postgres" TEST_CITUS_WORKERS="$$CITUS_WORKERS" \
			$(MVN) surefire:test --projects server -Dgroups="$$GROUPS_TO_RUN" -Dtests.excluded=none' || exit; done

# needs root, PostgreSQL 15, nginx, systemd
test-dist: dist
	scripts/test-dist

### Measure
bench: dist ## measure everything against bare PostgreSQL and write docs/performance.md; 25 minutes, needs wrk, gnuplot-nox
	bench/run full

bench-quick: dist ## measure the main works in under three minutes; figures in target/figures
	bench/run quick

bench-against: dist ## compare with another commit: make bench-against REF=main [ROUNDS=9 ONLY=create-stock-2700]; 30 minutes, needs wrk
	base=$$(scripts/dist-of "$(REF)") && bench/run against "$$base" $(or $(ROUNDS),9) $(ONLY)

bench-cluster: dist ## compare a Citus cluster with one PostgreSQL; 15 minutes, needs wrk, PostgreSQL 15 with Citus
	bench/run cluster

### Release and documents
dist: target/dist/made ## pack server, command line and what belongs to them into a .deb and a tar, and the demonstration; in target/dist

# only when something it is made of has changed, but for what trials write
target/dist/made: target/packaged $(shell find deploy scripts contract docs -name node_modules -prune -o -name .vitepress -prune -o -name reliability.md -o -type f -print)
	scripts/dist
	scripts/dist-deb
	scripts/dist-demo
	@touch target/dist/made # newer than what it was made of

# the jars, and the compiled tests; check-tests makes them too
target/packaged: $(shell find pom.xml */pom.xml */src clients/*/pom.xml clients/*/src -type f)
	$(MVN) --quiet package -DskipTests -Dspotless.check.skip
	mkdir -p target && touch $@

release-check: ## all of a release but the upload, from a clean clone; results in target/release (RELEASING.md)
	scripts/release-check

site: docs/node_modules ## build the documentation into target/site, with search; needs Node.js 18 or newer
	npm --prefix docs run --silent build

site-serve: docs/node_modules ## show the documentation at http://localhost:5173 while you write it
	npm --prefix docs run --silent serve

docs/node_modules: docs/package-lock.json
	npm --prefix docs ci --loglevel=error --no-audit --no-fund
	@touch $@
