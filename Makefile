# Every command there is; `make` alone lists them. JDK 25 is found by scripts/jdk, or taken from JAVA_HOME.
export JAVA_HOME := $(shell scripts/jdk)
MVN := $(if $(shell sh -c 'command -v mvn'),mvn,./mvnw) --batch-mode --no-transfer-progress

.PHONY: help run test test-fast check check-tests check-postgres-15 check-citus check-docs check-dist check-clients check-bench check-all test-quickstart dist release-check \
	test-dist test-push test-clients test-generated-clients test-restore test-proxies test-citus test-cluster-faults test-faults test-outages test-alerts test-ledger test-ha test-upgrade test-retention test-merchant-deletion fuzz measure bench bench-quick bench-against bench-cluster format site site-serve screenshots clean

help: ## list the commands
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /\1\t/' | expand -t 24

run: server/target/stockroom-server.jar cli/target/stockroom-cli.jar ## build, then serve with demonstration data; STOCKROOM_PORT chooses the port, Ctrl-C stops
	@exec $(JAVA_HOME)/bin/java --sun-misc-unsafe-memory-access=allow -jar server/target/stockroom-server.jar demo target

# only when something they are made of has changed since they were built, by whatever command
server/target/stockroom-server.jar cli/target/stockroom-cli.jar: $(shell find pom.xml server/pom.xml server/src/main cli/pom.xml cli/src/main clients/java/pom.xml clients/java/src/main -type f)
	$(MVN) --quiet --threads 2 --projects server,cli --also-make package -Dmaven.test.skip=true -Dspotless.check.skip -Dcyclonedx.skip
	@touch server/target/stockroom-server.jar cli/target/stockroom-cli.jar

test: ## run the tests on the embedded PostgreSQL
	$(MVN) test

test-fast: ## the contract and every other test that is not tagged slow; two minutes at most from a compiled tree
	@begun=$$(date +%s); $(MVN) test --projects server,clients/java,cli -Dtests.excluded=proxies,faults,cluster,ha,alerts,alone,slow -Dspotless.check.skip && \
		echo "test-fast: $$(($$(date +%s) - begun)) s (expected: at most 120; tag what takes seconds \"slow\")"

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

check-all: check test-quickstart test-push test-clients test-generated-clients test-restore test-faults test-outages test-alerts test-ledger test-cluster-faults test-ha test-upgrade test-retention test-merchant-deletion fuzz measure ## check, then the long trials at full size; before a release

test-quickstart: ## docs/quickstart.md word for word from a clean clone; more than 5 minutes to the first signed answer fail
	scripts/test-quickstart

dist: target/dist/made ## build target/dist/stockroom_VERSION_amd64.deb, and a tar of the same for other systems: server, command line, systemd unit, example settings, backups, proxies, Dockerfile; and stockroom-demo, which needs no Java

# only when something it is made of has changed
target/dist/made: target/packaged $(shell find deploy scripts contract docs -name node_modules -prune -o -name .vitepress -prune -o -type f -print)
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

test-generated-clients: ## clients in TypeScript, Java and Python, made by openapi-generator, compile and make signed calls; three minutes, needs Node.js, Python with venv
	scripts/test-generated-clients

test-push: dist ## push 100,000 stock entries at the platform's pace, killed and resumed, and from four processes at once; five minutes
	scripts/test-push

test-clients: dist ## docs/clients.md word for word in every language; create 30,000 entries with every client and compare the time with the pace; eight minutes, needs Java 17 or newer, Python with venv
	scripts/test-first-calls
	scripts/test-clients --pace

test-restore: dist ## back a database up with pgBackRest, go on, restore it to a point in time, compare; needs PostgreSQL 15, pgBackRest
	scripts/test-restore
	scripts/write-reliability test-restore

test-dist: dist ## the tar unpacked and used, docs/operating.md followed on a bare Debian from dpkg -i to a signed call behind nginx, the package upgraded, removed, purged; needs root, PostgreSQL 15, nginx, systemd
	scripts/test-dist

test-proxies: ## behind Debian's nginx and HAProxy, as they come and as deploy/ configures them; needs both, curl and openssl
	$(MVN) test --projects server -Dgroups=proxies -Dtests.excluded=none

test-citus: target/packaged ## the contract, the limits and the isolation of merchants on a Citus cluster of three nodes, then workers killed on another; needs PostgreSQL 15 with Citus
	for groups in "(contract|limits|usage|cluster)&!cluster-faults" cluster-faults; do \
		GROUPS_TO_RUN="$$groups" POSTGRES_OPTIONS='-c fsync=off' scripts/with-citus bash -c \
			'TEST_DATABASE="jdbc:postgresql://127.0.0.1:$$PGPORT/postgres" TEST_CITUS_WORKERS="$$CITUS_WORKERS" \
			$(MVN) surefire:test --projects server -Dgroups="$$GROUPS_TO_RUN" -Dtests.excluded=none' || exit; done

test-cluster-faults: target/packaged ## docs/cluster.md word for word: workers killed and frozen, and one more, under load; three minutes, needs PostgreSQL 15 with Citus
	POSTGRES_OPTIONS='-c fsync=off' scripts/with-citus $(MVN) surefire:test --projects server -Dtest=ClusterFaultsTest -Dcluster.full=true -Dtests.excluded=none
	scripts/write-reliability test-cluster-faults

test-faults: ## what one caller can do to a node, with good callers beside; clocks stepped across midnight; needs faketime, slowhttptest and PostgreSQL 15
	$(MVN) test --projects server -Dtest=NodeShareTest,ClockStepTest,FairnessTest,BruteForceGuardTest,UnknownApplicationsTest,FailedCallsTest,OutageTest -Dfaults.full=true -Dtests.excluded=none
	scripts/write-reliability test-faults

test-outages: ## 200 calls a second while the database is out of reach (10 s), frozen, read-only or has a table locked (60 s each), with the default settings; six minutes
	$(MVN) test --projects server -Dtest=OutageTest -Doutages.full=true

test-alerts: ## alerts of deploy/prometheus that fire in a real Prometheus: the database killed, a node used up, a ledger that cannot grow; a minute, needs Debian's prometheus
	$(MVN) test --projects server -Dtest=AlertTrialTest,AlertRulesTest -Dtests.excluded=none

test-ledger: ## 10,000 random writes and 200,000 changes followed while servers and PostgreSQL are killed; 5,000 waiting readers; a month dropped; history among 10,000,000 changes
	$(MVN) test --projects server -Dtest=LedgerTrialTest,FeedTrialTest,WaitingReadersTest,LedgerMaintenanceTest,LedgerModelTest,HistoryTrialTest,UndoTest -Dledger.full=true

test-upgrade: ## two servers replaced by a build with further migrations, and back, under load on ten million rows; three minutes
	$(MVN) test --projects server -Dtest=UpgradeTrialTest -Dupgrade.full=true
	scripts/write-reliability test-upgrade

test-retention: ## ten million old rows forgotten under load, no call waits for longer than 250 ms; twenty minutes
	$(MVN) test --projects server -Dtest=RetentionTrialTest -Dretention.full=true

test-merchant-deletion: ## a merchant of 1,000,000 products exported and deleted under load, no call waits for longer than 250 ms; fifteen minutes
	$(MVN) test --projects server,clients/java,cli -Dtest=MerchantDeletionTrialTest -Ddeletion.full=true

test-ha: ## primaries, standbys, etcd, HAProxy, servers and PostgreSQL killed or cut off, disks filled, under load; 45 minutes, needs PostgreSQL 15, patroni, etcd-server, haproxy, iptables, root
	scripts/with-ha $(MVN) test --projects server,clients/java -Dtest=FailoverTrialTest,RollingServersTrialTest -Dtests.excluded=none -Dspotless.check.skip
	scripts/with-small-disk 600M $(MVN) surefire:test@default-test --projects server -Dtest=DiskFullTrialTest -Dtests.excluded=none
	$(MVN) test --projects server -Dtest=RecoveryTest,CrashTest -Dha.full=true -Dspotless.check.skip
	scripts/write-reliability test-ha

fuzz: ## a million inputs, changed by Jazzer, to each parser; up to twenty-five minutes, figures in target/figures
	$(MVN) test --projects server -Dtest=FuzzTest -Dfuzz.executions=1000000

measure: dist ## measure import and generate against PostgreSQL's own COPY, and the start; about ten minutes, figures in target/figures
	scripts/measure-import
	scripts/measure-generate
	scripts/measure-stock
	scripts/measure-start
	scripts/measure-cli

bench: dist ## measure everything against bare PostgreSQL and write docs/performance.md; about twenty-five minutes, needs wrk and gnuplot-nox
	bench/run full

bench-quick: dist ## measure the main works in under three minutes; figures in target/figures
	bench/run quick

bench-against: dist ## compare with another commit: make bench-against REF=main [ROUNDS=9 ONLY=create-stock-2700]; about half an hour, needs wrk; table in target/figures
	base=$$(scripts/dist-of "$(REF)") && bench/run against "$$base" $(or $(ROUNDS),9) $(ONLY)

bench-cluster: dist ## compare a Citus cluster with one PostgreSQL, through the service; about fifteen minutes, needs wrk and PostgreSQL 15 with Citus
	bench/run cluster

format: ## format the sources
	$(MVN) --quiet spotless:apply

site: docs/node_modules ## build the documentation into target/site, with search; needs Node.js 18 or newer
	npm --prefix docs run --silent build

site-serve: docs/node_modules ## show the documentation at http://localhost:5173 while you write it
	npm --prefix docs run --silent serve

screenshots: site ## pictures of the documentation in target/screenshots: each width, light and dark, in both languages
	SCREENSHOTS=$(CURDIR)/target/screenshots scripts/with-demo npm --prefix docs run --silent test:browser

docs/node_modules: docs/package-lock.json
	npm --prefix docs ci --loglevel=error --no-audit --no-fund
	@touch $@

clean: ## remove what was built
	$(MVN) --quiet clean
	rm -rf target docs/node_modules
